#include "ui/pareto/axis_transform.h"

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

/// -0.5 to 0.5. Multiplying by the golden ratio spreads neighbouring ids evenly; the offset of an id never changes. In integers, because
/// ids of unfinished evaluations are too long for the digits of a double.
double shareOf(std::int64_t id) {
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15; // its fraction, times 2^64
  return id == 0 ? 0 : static_cast<double>((static_cast<std::uint64_t>(id) * golden) >> 11) / double(std::uint64_t(1) << 53) - 0.5;
}

bool isCount(Quantity quantity) { return quantity == Quantity::Edits || quantity == Quantity::Generation; }

Interval padded(double lower, double upper) {
  const double room = std::max((upper - lower) * 0.06, upper * 0.01);
  return {std::max(lower - room, lower / 2), upper + room}; // above 0 as what it pads: a logarithmic axis has no other values
}

/// Range of runtimes or energies; unknown ones are left out.
Interval amounts(const std::vector<ScatterPoint>& points, double ScatterPoint::*amount, double original, bool everything) {
  std::vector<double> times;
  times.reserve(points.size());
  for (const ScatterPoint& point : points)
    if (std::isfinite(point.*amount)) times.push_back(point.*amount);
  if (original <= 0) original = times.empty() ? 1 : times.front();
  if (times.empty()) return padded(original * 0.9, original * 1.1);
  const auto quantile = times.begin() + static_cast<std::ptrdiff_t>((everything ? 1.0 : 0.92) * double(times.size() - 1));
  std::ranges::nth_element(times, quantile);
  const double most = everything ? *quantile : std::min(*quantile, original * 1.3);
  const double least = *std::min_element(times.begin(), quantile + 1);
  return padded(std::min(least, original), std::max({most, original, least}));
}

Interval errors(const std::vector<ScatterPoint>& points, double factor, bool logarithmic, const RangeOptions& options) {
  double most = options.tolerance;
  double least = most > 0 ? most : 1e9;
  for (const ScatterPoint& point : points) {
    if (options.everything && std::isfinite(point.error)) most = std::max(most, point.error);
    if (point.error > 0) least = std::min(least, point.error);
  }
  if (most <= 0) most = 0.01;
  if (!logarithmic) return {0, most * factor * 1.05};
  return {std::max(std::min(least, most), most * 1e-9) * factor * 0.6, most * factor * 1.6};
}

} // namespace

ScatterPoint pointOf(const VariantRow& row) {
  const std::uint32_t edits = row.edits - row.inactive;
  return {row.id,   row.runtime,   row.error,  row.generation, static_cast<std::uint16_t>(std::min(edits, 65535U)),
          row.step, row.passedAll, row.energy, row.slot};
}

ScatterPoint pointOf(const FailedRow& row) {
  return {row.id, row.runtime, row.error, row.generation, static_cast<std::uint16_t>(std::min(row.edits, 65535U)), StepKind::Other, false};
}

double AxisTransform::valueOf(Quantity quantity, const ScatterPoint& point) const {
  switch (quantity) {
  case Quantity::Runtime:
    return point.runtime;
  case Quantity::Speedup:
    return originalRuntime / point.runtime;
  case Quantity::Error:
    return point.error * errorFactor;
  case Quantity::Energy:
    return point.energy;
  case Quantity::Edits:
    return point.edits;
  case Quantity::Generation:
    return point.generation;
  }
  return 0;
}

double AxisTransform::along(const QuantityAxis& axis, const ScatterPoint& point, double share) const {
  double value = valueOf(axis.quantity, point);
  if (isCount(axis.quantity)) value += 0.6 * (value == 0 ? std::abs(share) : share); // the axis ends at 0
  return axis.pixel(value);
}

QPointF AxisTransform::position(const ScatterPoint& point, double share) const {
  const bool inBand = !band.isNull() && point.error == 0;
  return {along(x, point, share), inBand ? band.center().y() + share * (band.height() - 8) : along(y, point, share)};
}

QPointF AxisTransform::position(const ScatterPoint& point) const { return position(point, 0); }

QPointF AxisTransform::jittered(const ScatterPoint& point) const { return position(point, shareOf(point.id)); }

Interval rangeOf(const std::vector<ScatterPoint>& points, const AxisTransform& transform, const QuantityAxis& axis,
                 const RangeOptions& options) {
  switch (axis.quantity) {
  case Quantity::Runtime:
    return amounts(points, &ScatterPoint::runtime, transform.originalRuntime, options.everything);
  case Quantity::Energy:
    return amounts(points, &ScatterPoint::energy, transform.originalEnergy, options.everything);
  case Quantity::Speedup: {
    const Interval times = amounts(points, &ScatterPoint::runtime, transform.originalRuntime, options.everything);
    return {transform.originalRuntime / times.upper, transform.originalRuntime / std::max(times.lower, transform.originalRuntime * 1e-6)};
  }
  case Quantity::Error:
    return errors(points, transform.errorFactor, axis.logarithmic, options);
  case Quantity::Edits:
  case Quantity::Generation:
    break;
  }
  double most = 1;
  for (const ScatterPoint& point : points) most = std::max(most, transform.valueOf(axis.quantity, point));
  return {axis.logarithmic ? 0.5 : 0, (most + 0.5) * (axis.logarithmic ? 1.2 : 1.02)};
}

} // namespace gevo::ui
