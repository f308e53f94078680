#include "core/kernel/sim/lanes/lanes.h"

#include <cfenv>
#include <cstring>
#include <initializer_list>
#include <type_traits>

namespace gevo::sim::lanes_avx512 {
#include "core/kernel/sim/lanes/lane_functions.h"
} // namespace gevo::sim::lanes_avx512
