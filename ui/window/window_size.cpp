#include "ui/window/window_size.h"

namespace gevo::ui {
namespace {

constexpr QSize comfortable{1680, 1050};
/// Title bar and borders, which nobody knows before the window is shown.
constexpr QSize frame{8, 40};

} // namespace

QSize firstSize(const QSize& available) { return comfortable.boundedTo(available - frame); }

} // namespace gevo::ui
