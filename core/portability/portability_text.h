#pragma once

/// What variants gain on other devices, for other programs.

#include "core/portability/portability.h"

namespace gevo {

/// An object for each variant on each device; times are in microseconds. Without line break at the end.
std::string portabilityJson(const Portability& found);
/// Likewise a line for each.
std::string portabilityCsv(const Portability& found);

} // namespace gevo
