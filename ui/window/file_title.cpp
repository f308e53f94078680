#include "ui/window/file_title.h"

namespace gevo::ui {
namespace {

/// Of the window's width; the menus need less than the rest of the narrowest one.
constexpr double share = 0.35;

} // namespace

FileTitle::FileTitle(QWidget* parent) : QLabel(parent) { setObjectName("fileName"); }

void FileTitle::setTitle(const QString& title) {
  title_ = title;
  setToolTip(title);
  setAccessibleName(title);
  fit(room_);
}

void FileTitle::fit(int windowWidth) {
  room_ = windowWidth;
  ensurePolished(); // the stylesheet's font is bold
  setText(fontMetrics().elidedText(title_, Qt::ElideMiddle, static_cast<int>(windowWidth * share)));
}

} // namespace gevo::ui
