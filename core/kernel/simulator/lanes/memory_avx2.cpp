#include "core/kernel/simulator/lanes/lanes.h"

#include <cstring>
#include <immintrin.h>

namespace gevo::sim::lanes_avx2 {
#include "core/kernel/simulator/lanes/coalesced_functions.h"
#include "core/kernel/simulator/lanes/shadow_functions.h"
// After them, because it fills the table.
#include "core/kernel/simulator/lanes/memory_functions.h"
} // namespace gevo::sim::lanes_avx2
