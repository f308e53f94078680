#pragma once

/// What variants gain on other devices, as a picture (Liou et al. 2022, Fig. 4 and 5).

#include "core/portability/portability.h"

namespace gevo::report {

/// An SVG file: for each device a bar for each variant, its height the speedup; the reason in words where one does not run.
std::string portabilitySvg(const Portability& found);

} // namespace gevo::report
