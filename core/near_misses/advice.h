#pragma once

/// What a near miss does wrong, and what a person could do about it, in a few plain sentences. They say what was seen in the tests.

#include "core/near_misses/near_miss.h"
#include "core/values/settings.h"

namespace gevo {

/// "reads up to 4 bytes (1 element of 4 bytes) past the end of a 16,384-byte allocation at kernel.cu:12. The tests' results are ...: ..."
std::string adviceText(const NearMiss& miss, const EvaluationSettings& settings);

} // namespace gevo
