#pragma once

#include "core/values/source_patch.h"

#include <string>

namespace gevo {

/// "proven, 1.080× of the variant's 1.100×", "illustration: it does not compile".
std::string patchSummary(const SourcePatch& patch);

} // namespace gevo
