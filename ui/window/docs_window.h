#pragma once

/// The manual: pages of resources/docs.

#include <QDialog>

class QListWidget;
class QTextBrowser;

namespace gevo::ui {

class DocsWindow : public QDialog {
  Q_OBJECT
public:
  explicit DocsWindow(QWidget* parent = nullptr);
  int pageCount() const;

protected:
  void changeEvent(QEvent* event) override;

private:
  void fill();
  void open(const QString& path);
  void follow(const QUrl& link);

  QListWidget* pages_;
  QTextBrowser* text_;
};

} // namespace gevo::ui
