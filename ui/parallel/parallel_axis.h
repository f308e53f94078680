#pragma once

/// An axis of the parallel coordinates (Inselberg 1985): a figure or a parameter of the program. Plain values, used by the painting thread
/// and by the view. Places on an axis are shares of its height; better is up, and of parameters what comes later.

#include "ui/model/variant_filter.h"
#include "ui/plot/axis_map.h"

namespace gevo::ui {

struct ParallelAxis {
  std::optional<VariantColumn> column; ///< runtime, error, energy or edits; nothing: a parameter
  QString name;                        ///< of the parameter, or as shown
  QStringList values = {};             ///< of the parameter
  int own = -1;                        ///< index of the program's own
  bool simulated = false;              ///< a time that no clock measured
  // Found by the painter, for figures:
  Interval range = {}; ///< as filters compare: microseconds, per cent where errors are shares
  bool logarithmic = false;
  bool isCut = false; ///< some are worse than the range, and are shown at its end

  bool isParameter() const { return !column; }
  /// Not a number where there is none, such as an energy.
  double share(double figure) const;
  double shareOfValue(int value) const;
  double figureAt(double share) const;
  bool operator==(const ParallelAxis&) const = default;
};

/// Of a run: its time, error, energy where that is measured, and edits; then the parameters that have several values.
std::vector<ParallelAxis> parallelAxes(const RunModel& model, const ParameterSpace& space);

/// Error 0 has a place of its own at the top, above this.
inline constexpr double exactShare = 0.93;

/// What a range of an axis says as a condition, and back. Its ends are rounded so that they can be read, by less than a pixel.
VariantFilter withBrush(const VariantFilter& filter, const ParallelAxis& axis, const std::optional<Interval>& shares, double pixels);
/// Nothing: all of the axis.
std::optional<Interval> brushOf(const VariantFilter& filter, const ParallelAxis& axis);
/// Of a parameter: those that are left. Empty: all.
std::vector<int> brushedValues(const VariantFilter& filter, const ParallelAxis& axis);

} // namespace gevo::ui
