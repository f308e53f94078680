#pragma once

/// Maps values to pixels along one axis, and back. Plain values, usable on painting threads and in views.

namespace gevo::ui {

struct Interval {
  double lower = 0;
  double upper = 1;
  bool operator==(const Interval&) const = default;
};

/// Values of `range` lie between the pixels `from` and `to`.
struct AxisMap {
  Interval range;
  bool logarithmic = false;
  double from = 0;
  double to = 1;

  /// Values of 0 and less on a logarithmic axis, and all values where the range is empty, are shown at `from`.
  double pixel(double value) const;
  double value(double pixel) const;
  bool operator==(const AxisMap&) const = default;
};

} // namespace gevo::ui
