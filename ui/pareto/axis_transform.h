#pragma once

/// Where a variant is drawn in the plot. Plain values, used by the painting thread and by the view.
///
/// Exact variants (error 0) have a band of their own below an error axis, because a logarithmic axis cannot show zero, and on a linear one
/// it should not touch the nearly exact ones.

#include "core/store/rows.h"
#include "ui/plot/axis_map.h"

#include <QPointF>
#include <QRectF>

namespace gevo::ui {

/// What an axis can show.
enum class Quantity : std::uint8_t { Runtime, Speedup, Error, Edits, Generation, Energy };

/// A variant as a point: what its position and colour depend on.
struct ScatterPoint {
  std::int64_t id = 0;
  double runtime = 0; ///< microseconds
  double error = 0;   ///< as stored
  std::uint32_t generation = 0;
  std::uint16_t edits = 0; ///< active ones, as far as that is known
  StepKind step = StepKind::Other;
  bool passedAll = true;
  double energy = unknown; ///< millijoules; unknown ones are not shown on an energy axis
  std::uint32_t slot = 0;  ///< see Individual
};
ScatterPoint pointOf(const VariantRow& row);
ScatterPoint pointOf(const FailedRow& row);

struct QuantityAxis : AxisMap {
  Quantity quantity = Quantity::Runtime;
  bool operator==(const QuantityAxis&) const = default;
};

struct AxisTransform {
  QuantityAxis x;
  QuantityAxis y{{}, Quantity::Error};
  QRectF area; ///< all of it, the band included; pixels
  QRectF band; ///< of exact variants; null where y is no error
  double originalRuntime = 1;
  double originalEnergy = 0; ///< 0: not known
  double errorFactor = 100;  ///< stored error to axis

  /// As the axis shows it: microseconds, times, per cent where errors are shares.
  double valueOf(Quantity quantity, const ScatterPoint& point) const;
  QPointF position(const ScatterPoint& point) const;
  /// As `position`, with points that would cover each other jittered: exact ones over the height of the band, integers around their
  /// value.
  QPointF jittered(const ScatterPoint& point) const;
  bool operator==(const AxisTransform&) const = default;

private:
  QPointF position(const ScatterPoint& point, double share) const;
  double along(const QuantityAxis& axis, const ScatterPoint& point, double share) const;
};

/// The range that an axis shows, in its own units. Usual: the front, the original and most other variants; the few very slow ones
/// would squeeze the rest.
struct RangeOptions {
  bool everything = false;
  double tolerance = 0.01; ///< as stored
};
Interval rangeOf(const std::vector<ScatterPoint>& points, const AxisTransform& transform, const QuantityAxis& axis,
                 const RangeOptions& options);

} // namespace gevo::ui
