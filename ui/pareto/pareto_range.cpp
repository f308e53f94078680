#include "ui/pareto/pareto_range.h"

#include "ui/text/format.h"

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

Interval padded(double lower, double upper) {
  const double room = std::max((upper - lower) * 0.06, upper * 0.01);
  return {lower - room, upper + room};
}

Interval runtimes(const RunModel& model, double share, double limit) {
  std::vector<double> times;
  times.reserve(model.variants().size());
  for (const VariantRow& row : model.variants()) times.push_back(row.runtime);
  const double original = model.run().originalRuntime;
  if (times.empty()) return padded(original * 0.9, original * 1.1);
  const auto place = times.begin() + static_cast<std::ptrdiff_t>(share * double(times.size() - 1));
  std::nth_element(times.begin(), place, times.end());
  const double most = std::min(*place, original * limit);
  const double least = *std::min_element(times.begin(), times.end());
  return padded(std::min(least, original), std::max({most, original, least}));
}

Interval errors(const RunModel& model, bool logarithmic, bool everything) {
  const EvaluationSettings& settings = model.run().settings.evaluation;
  const double factor = errorScale(settings.metric);
  double most = settings.tolerance;
  double least = most;
  for (const VariantRow& row : model.variants()) {
    if (everything) most = std::max(most, row.error);
    if (row.error > 0) least = std::min(least, row.error);
  }
  if (most <= 0) most = 0.01;
  if (!logarithmic) return {0, most * factor * 1.05};
  return {std::max(least, most * 1e-9) * factor * 0.6, most * factor * 1.6};
}

} // namespace

ParetoRange usualRange(const RunModel& model, bool logarithmic) { return {runtimes(model, 0.92, 1.3), errors(model, logarithmic, false)}; }

ParetoRange everythingRange(const RunModel& model, bool logarithmic) {
  return {runtimes(model, 1.0, 1e9), errors(model, logarithmic, true)};
}

} // namespace gevo::ui
