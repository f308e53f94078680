#include "ui/diff/heat_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gevo::ui {

namespace {

// From a little warmer than the gutter to the hottest; their lightness falls on a light background and rises on a dark one.
constexpr std::array<QRgb, 4> onLight{0xfff6dfa4, 0xffe9a13b, 0xffc2491d, 0xff5e1224};
constexpr std::array<QRgb, 4> onDark{0xff44304f, 0xff9a4457, 0xffe8843c, 0xffffe58a};

int mixed(int from, int to, double share) { return static_cast<int>(std::lround(from + (to - from) * share)); }

} // namespace

QColor heatColor(bool dark, double share) {
  const auto& stops = dark ? onDark : onLight;
  const double place = std::clamp(share, 0.0, 1.0) * (stops.size() - 1);
  const auto first = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  const QRgb from = stops[first];
  const QRgb to = stops[first + 1];
  const double within = place - static_cast<double>(first);
  return {mixed(qRed(from), qRed(to), within), mixed(qGreen(from), qGreen(to), within), mixed(qBlue(from), qBlue(to), within)};
}

} // namespace gevo::ui
