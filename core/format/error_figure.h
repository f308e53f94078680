#pragma once

/// Formats errors of variants: in percent for relative metrics, as plain numbers for absolute ones.

#include "core/values/settings.h"

#include <string>

namespace gevo {

/// True if errors of this metric are shares, shown in percent.
bool isShare(Metric metric);
/// The factor from an error to the displayed figure.
double errorScale(Metric metric);
/// "0", "0.12 %", or "3.1e-05" if the metric is not a share. Also for tolerances.
std::string formatError(double error, Metric metric);

} // namespace gevo
