#pragma once

/// Where a variant stands in the picture: plain values, for the thread that paints as for the one that draws.
///
/// Exact variants (error 0) have a band of their own below an error axis, because zero has no place on a logarithmic one and should not
/// touch the nearly exact on a linear one.

#include "core/store/rows.h"

#include <QPointF>
#include <QRectF>

namespace gevo::ui {

/// What an axis can show.
enum class Quantity : std::uint8_t { Runtime, Speedup, Error, Edits, Generation, Energy };

/// A try as a point: what the plane and the colours need of it.
struct ScatterPoint {
  std::int64_t id = 0;
  double runtime = 0; ///< microseconds
  double error = 0;   ///< as stored
  std::uint32_t generation = 0;
  std::uint16_t edits = 0;
  StepKind step = StepKind::Other;
  bool passedAll = true;
  double energy = unknown; ///< millijoules; without one it has no place on an axis of energy
};
ScatterPoint pointOf(const VariantRow& row);
ScatterPoint pointOf(const FailedRow& row);

struct Interval {
  double lower = 0;
  double upper = 1;
  bool operator==(const Interval&) const = default;
};

/// One direction: values of `range` lie between the pixels `from` and `to`.
struct AxisMap {
  Quantity quantity = Quantity::Runtime;
  Interval range;
  bool logarithmic = false;
  double from = 0;
  double to = 1;

  double pixel(double value) const;
  double value(double pixel) const;
  bool operator==(const AxisMap&) const = default;
};

struct AxisTransform {
  AxisMap x;
  AxisMap y{Quantity::Error};
  QRectF area; ///< all of it, the band included; pixels
  QRectF band; ///< of exact variants; null where y is no error
  double originalRuntime = 1;
  double originalEnergy = 0; ///< 0: not known
  double errorFactor = 100;  ///< stored error to axis

  /// As the axis shows it: microseconds, times, per cent where errors are shares.
  double valueOf(Quantity quantity, const ScatterPoint& point) const;
  QPointF position(const ScatterPoint& point) const;
  /// As `place`, with those that would lie upon each other jittered: exact ones over the height of the band, whole numbers around their
  /// place.
  QPointF jittered(const ScatterPoint& point) const;
  bool operator==(const AxisTransform&) const = default;

private:
  QPointF position(const ScatterPoint& point, double share) const;
  double along(const AxisMap& axis, const ScatterPoint& point, double share) const;
};

/// What part of a plane to show, in an axis' own units. Usual: the front, the original and most of the cloud; the few very slow variants
/// would squeeze the rest.
struct RangeOptions {
  bool everything = false;
  double tolerance = 0.01; ///< as stored
};
Interval rangeOf(const std::vector<ScatterPoint>& points, const AxisTransform& transform, const AxisMap& axis, const RangeOptions& options);

} // namespace gevo::ui
