#include "ui/tmbl/fitted_front.h"

#include <algorithm>

namespace gevo::ui {

int shownRow(const FittedFront& front, std::optional<std::size_t> length) {
  if (front.empty()) return -1;
  const auto best = std::ranges::min_element(front, {}, &tmbl::FittedProgram::testError);
  if (!length) return static_cast<int>(best - front.begin());
  const auto longer = std::ranges::upper_bound(front, *length, {}, &tmbl::FittedProgram::length);
  return std::max(0, static_cast<int>(longer - front.begin()) - 1);
}

} // namespace gevo::ui
