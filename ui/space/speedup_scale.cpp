#include "ui/space/speedup_scale.h"

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

/// Less than this is not shown as all of a side's colour.
constexpr double leastFull = 1.05;

QColor mixed(const QColor& from, const QColor& to, double share) {
  const auto between = [&](float a, float b) { return a + (b - a) * static_cast<float>(share); };
  return QColor::fromRgbF(between(from.redF(), to.redF()), between(from.greenF(), to.greenF()), between(from.blueF(), to.blueF()));
}

/// WCAG 2.1, relative luminance.
double luminance(const QColor& colour) {
  const auto linear = [](float value) {
    const double v = static_cast<double>(value);
    return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

} // namespace

QColor SpeedupScale::colour(double speedup, const Theme& theme) const {
  const QColor neutral = mixed(theme.card, theme.population, theme.dark ? 0.8 : 0.45);
  if (!std::isfinite(speedup) || speedup <= 0) return neutral;
  const bool faster = speedup >= 1;
  const double end = faster ? std::max(fastest, leastFull) : std::min(slowest, 1 / leastFull);
  return mixed(neutral, faster ? theme.good : theme.bad, std::clamp(std::log(speedup) / std::log(end), 0.0, 1.0));
}

SpeedupScale speedupScale(const SpaceModel& model) {
  SpeedupScale scale;
  for (const SpaceLine& line : model.lines) {
    if (!std::isfinite(line.speedup)) continue;
    scale.slowest = std::min(scale.slowest, line.speedup);
    scale.fastest = std::max(scale.fastest, line.speedup);
  }
  return scale;
}

QColor inkOn(const QColor& background) {
  const double back = luminance(background);
  return (back + 0.05) / 0.05 > 1.05 / (back + 0.05) ? QColor(0x10151c) : QColor(Qt::white);
}

} // namespace gevo::ui
