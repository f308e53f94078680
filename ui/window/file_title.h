#pragma once

/// The name of the open file, in front of the menus. A long one is shortened in its middle, so that the menus stay in the window.

#include <QLabel>

namespace gevo::ui {

class FileTitle : public QLabel {
  Q_OBJECT
public:
  explicit FileTitle(QWidget* parent = nullptr);
  void setTitle(const QString& title);
  /// In a window of this width.
  void fit(int windowWidth);

private:
  QString title_;
  int room_ = 0;
};

} // namespace gevo::ui
