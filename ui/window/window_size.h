#pragma once

/// Room for the window.

#include <QSize>

namespace gevo::ui {

/// The size of a window that has none remembered, on a screen that has `available` left beside panels. Its frame fits too.
QSize firstSize(const QSize& available);

} // namespace gevo::ui
