#pragma once

/// What the window shows while no file is open.

#include <QWidget>

class QFrame;
class QLabel;
class QListWidget;

namespace gevo::ui {

class StartPage : public QWidget {
  Q_OBJECT
public:
  explicit StartPage(QWidget* parent = nullptr);
  void refresh();

signals:
  void openAsked();
  void fileChosen(const QString& path);

private:
  QFrame* card_;
  QLabel* recentTitle_;
  QListWidget* recent_;
};

} // namespace gevo::ui
