#include "ui/plot/axis_map.h"

#include <cmath>

namespace gevo::ui {

double AxisMap::pixel(double value) const {
  if (range.lower == range.upper) return from;
  if (!logarithmic) return from + (value - range.lower) / (range.upper - range.lower) * (to - from);
  if (value <= 0) return from;
  return from + std::log(value / range.lower) / std::log(range.upper / range.lower) * (to - from);
}

double AxisMap::value(double pixel) const {
  const double share = (pixel - from) / (to - from);
  return logarithmic ? range.lower * std::pow(range.upper / range.lower, share) : range.lower + share * (range.upper - range.lower);
}

} // namespace gevo::ui
