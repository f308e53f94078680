#include "core/kernel/simulator/lanes/lanes.h"

#include <cfenv>
#include <cstring>
#include <immintrin.h>
#include <initializer_list>
#include <type_traits>

namespace gevo::sim::lanes_avx2 {
#include "core/kernel/simulator/lanes/half_functions.h"
// After it, because it uses its formats.
#include "core/kernel/simulator/lanes/lane_functions.h"
// After it, because they use its shapes.
#include "core/kernel/simulator/lanes/cast_functions.h"
#include "core/kernel/simulator/lanes/float_functions.h"
#include "core/kernel/simulator/lanes/integer_functions.h"
#include "core/kernel/simulator/lanes/lane_table.h"
} // namespace gevo::sim::lanes_avx2
