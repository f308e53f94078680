#pragma once

#include "core/values/acceptance.h"

#include <nlohmann/json_fwd.hpp>

namespace gevo {

/// Counts of evaluations for each kind of step, by result; kinds without evaluations are left out.
nlohmann::json acceptanceJson(const Acceptance& acceptance);

} // namespace gevo
