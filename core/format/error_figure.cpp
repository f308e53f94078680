#include "core/format/error_figure.h"

#include <fmt/format.h>

namespace gevo {

bool isShare(Metric metric) { return metric == Metric::MaxRelative || metric == Metric::Mismatch; }

double errorScale(Metric metric) { return isShare(metric) ? 100 : 1; }

std::string formatError(double error, Metric metric) {
  if (error == 0) return "0";
  return fmt::format("{:.3g}{}", error * errorScale(metric), isShare(metric) ? " %" : "");
}

} // namespace gevo
