#pragma once

/// The manual: pages of resources/docs, in a section for each of its folders.

#include <QDialog>

class QDir;
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
  void addSection(const QString& name, const QDir& folder);
  void open(const QString& path);
  void follow(const QUrl& link);

  QListWidget* pages_;
  QTextBrowser* text_;
};

} // namespace gevo::ui
