#include "core/search/knee.h"

namespace gevo {

std::optional<std::size_t> kneeOf(std::span<const std::array<double, 2>> front) {
  if (front.size() < 3) return std::nullopt;
  const double width = front.back()[0] - front.front()[0];
  const double height = front.front()[1] - front.back()[1];
  if (!(width > 0) || !(height > 0)) return std::nullopt;
  constexpr double onTheLine = 1e-9;
  double farthest = onTheLine;
  std::optional<std::size_t> knee;
  for (std::size_t i = 1; i + 1 < front.size(); ++i) {
    // On the line both shares add up to 1.
    const double distance = 1 - (front[i][0] - front.front()[0]) / width - (front[i][1] - front.back()[1]) / height;
    if (distance > farthest) {
      farthest = distance;
      knee = i;
    }
  }
  return knee;
}

} // namespace gevo
