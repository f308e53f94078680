#include "core/format/error_figure.h"

#include "core/format/number.h"

#include <cmath>
#include <fmt/format.h>

namespace gevo {

bool isShare(Metric metric) { return metric == Metric::MaxRelative || metric == Metric::Mismatch; }

double errorScale(Metric metric) { return isShare(metric) ? 100 : 1; }

std::string formatError(double error, Metric metric) {
  if (error == 0) return "0";
  if (!std::isfinite(error)) return unknownFigure;
  const double figure = error * errorScale(metric);
  const bool isLong = figure >= 999.5 && figure < 1e6; // which three digits would give as a power of ten
  return (isLong ? fmt::format("{:.0f}", figure) : fmt::format("{:.3g}", figure)) + (isShare(metric) ? " %" : "");
}

} // namespace gevo
