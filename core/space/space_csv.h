#pragma once

/// The configurations as data.

#include "core/space/space_model.h"

#include <string>

namespace gevo {

/// A line for each configuration: its values on all axes, and what was found.
std::string spaceCsv(const SpaceModel& model);

} // namespace gevo
