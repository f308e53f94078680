#include "core/kernel/sim/lanes/lanes.h"

#include <cstring>
#include <immintrin.h>

namespace gevo::sim::lanes_avx512 {
#include "core/kernel/sim/lanes/shadow_functions.h"
// After it, because it fills the table.
#include "core/kernel/sim/lanes/memory_functions.h"
} // namespace gevo::sim::lanes_avx512
