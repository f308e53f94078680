#include "core/kernel/sim/lanes/lanes.h"

#include <cfenv>
#include <cstring>
#include <initializer_list>
#include <type_traits>

namespace gevo::sim::lanes_baseline {
#include "core/kernel/sim/lanes/lane_functions.h"
// After it, because it is part of the same namespace.
#include "core/kernel/sim/lanes/memory_functions.h"
} // namespace gevo::sim::lanes_baseline
