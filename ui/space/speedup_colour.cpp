#include "ui/space/speedup_colour.h"

#include <cmath>

namespace gevo::ui {
namespace {

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

QColor speedupColour(const SpeedupScale& scale, double speedup, const Theme& theme) {
  const QColor neutral = mixed(theme.card, theme.population, theme.dark ? 0.8 : 0.45);
  return mixed(neutral, speedup >= 1 ? theme.good : theme.bad, scale.share(speedup));
}

QColor inkOn(const QColor& background) {
  const double back = luminance(background);
  return (back + 0.05) / 0.05 > 1.05 / (back + 0.05) ? QColor(0x10151c) : QColor(Qt::white);
}

} // namespace gevo::ui
