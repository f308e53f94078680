#include "core/kernel/sim/lanes/lanes.h"

#include <cstring>

namespace gevo::sim::lanes_baseline {
#include "core/kernel/sim/lanes/row_functions.h"
#include "core/kernel/sim/lanes/shadow_functions.h"
// After them, because it fills the table.
#include "core/kernel/sim/lanes/memory_functions.h"
} // namespace gevo::sim::lanes_baseline
