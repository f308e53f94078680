#pragma once

/// Errors of variants: percent for the relative metrics, plain figures for the absolute ones.

#include "core/values/settings.h"

#include <string>

namespace gevo {

/// True where an error is a share and shown in percent.
bool isShare(Metric metric);
/// What an error is multiplied with to be shown.
double errorScale(Metric metric);
/// "0", "0.12 %", or "3.1e-05" where the metric is no share. A tolerance is written as an error is.
std::string formatError(double error, Metric metric);

} // namespace gevo
