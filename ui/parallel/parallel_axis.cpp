#include "ui/parallel/parallel_axis.h"

#include <QObject>

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

constexpr double nearEnd = 0.004; ///< a brush that comes so near to an end goes on beyond it

bool isError(const ParallelAxis& axis) { return axis.column == VariantColumn::Error; }

/// Towards `down` or up, with as few digits as `resolution` leaves.
double rounded(double value, double resolution, bool down) {
  if (!(resolution > 0)) return value;
  const double exponent = std::floor(std::log10(resolution));
  const double scale = std::pow(10.0, -exponent); // tens, exactly, where it matters
  const double steps = down ? std::floor(value * scale) : std::ceil(value * scale);
  return exponent >= 0 ? steps * std::pow(10.0, exponent) : steps / scale;
}

} // namespace

double ParallelAxis::share(double figure) const {
  if (!std::isfinite(figure)) return std::numeric_limits<double>::quiet_NaN();
  const double most = isError(*this) ? exactShare - 0.05 : 1.0;
  if (isError(*this) && figure <= 0) return 1;
  const AxisMap map{range, logarithmic, most, 0};
  return std::clamp(map.pixel(figure), 0.0, most);
}

double ParallelAxis::shareOfValue(int value) const { return values.size() < 2 ? 0.5 : double(value) / double(values.size() - 1); }

double ParallelAxis::figureAt(double share) const {
  const double most = isError(*this) ? exactShare - 0.05 : 1.0;
  if (isError(*this) && share > exactShare) return 0;
  return AxisMap{range, logarithmic, most, 0}.value(std::clamp(share, 0.0, most));
}

std::vector<ParallelAxis> parallelAxes(const RunModel& model, const ParameterSpace& space) {
  const EvaluationSettings& settings = model.run().settings.evaluation;
  std::vector<ParallelAxis> axes{{.column = VariantColumn::Runtime, .name = QObject::tr("runtime"), .simulated = isSimulated(settings)},
                                 {.column = VariantColumn::Error, .name = QObject::tr("error")}};
  if (measuresEnergy(settings)) axes.push_back({.column = VariantColumn::Energy, .name = QObject::tr("energy")});
  axes.push_back({.column = VariantColumn::Edits, .name = QObject::tr("edits")});
  for (const Parameter& parameter : space.parameters) {
    if (parameter.values.size() < 2) continue;
    ParallelAxis axis{.column = std::nullopt, .name = QString::fromStdString(parameter.name)};
    for (const std::string& value : parameter.values) axis.values << QString::fromStdString(value);
    axis.own = static_cast<int>(axis.values.indexOf(QString::fromStdString(parameter.value)));
    axes.push_back(axis);
  }
  return axes;
}

VariantFilter withBrush(const VariantFilter& filter, const ParallelAxis& axis, const std::optional<Interval>& shares, double pixels) {
  if (axis.isParameter()) {
    if (!shares) return filter.withValues(axis.name, std::nullopt);
    QStringList values;
    for (int value = 0; value < axis.values.size(); ++value)
      if (const double share = axis.shareOfValue(value); share >= shares->lower - nearEnd && share <= shares->upper + nearEnd)
        values << axis.values[value];
    if (values.isEmpty()) return filter;
    return filter.withValues(axis.name, values.size() == axis.values.size() ? std::nullopt : std::optional(values));
  }
  if (!shares || (shares->lower <= nearEnd && shares->upper >= 1 - nearEnd)) return filter.withRange(*axis.column, std::nullopt);
  if (isError(axis) && shares->lower > exactShare) return filter.withRange(*axis.column, VariantFilter::Range{0, 0});
  VariantFilter::Range range;
  const bool isCount = axis.column == VariantColumn::Edits;
  const auto resolution = [&](double share) {
    return isCount ? 1.0 : std::abs(axis.figureAt(share + 0.5 / pixels) - axis.figureAt(share - 0.5 / pixels));
  };
  // Up is better, which is less.
  if (shares->lower > nearEnd) range.upper = axis.figureAt(shares->lower);
  if (shares->upper < 1 - nearEnd) range.lower = axis.figureAt(shares->upper);
  if (std::isfinite(range.upper)) range.upper = rounded(range.upper, resolution(shares->lower), isCount);
  if (std::isfinite(range.lower)) range.lower = rounded(range.lower, resolution(shares->upper), !isCount);
  if (isError(axis) && std::isfinite(range.lower)) range.lower = std::max(range.lower, 1e-9); // without the exact ones
  if (range.lower > range.upper) return filter;                                               // between two numbers
  return filter.withRange(*axis.column, range);
}

std::optional<Interval> brushOf(const VariantFilter& filter, const ParallelAxis& axis) {
  if (axis.isParameter()) return std::nullopt;
  const std::optional<VariantFilter::Range> range = filter.rangeOf(*axis.column);
  if (!range) return std::nullopt;
  Interval shares{0, 1};
  if (std::isfinite(range->upper)) shares.lower = axis.share(range->upper);
  if (std::isfinite(range->lower) && range->lower > 0) shares.upper = axis.share(range->lower);
  return shares;
}

std::vector<int> brushedValues(const VariantFilter& filter, const ParallelAxis& axis) {
  const std::optional<QStringList> left = axis.isParameter() ? filter.valuesOf(axis.name) : std::nullopt;
  std::vector<int> values;
  for (int value = 0; left && value < axis.values.size(); ++value)
    if (left->contains(axis.values[value], Qt::CaseInsensitive)) values.push_back(value);
  return values;
}

} // namespace gevo::ui
