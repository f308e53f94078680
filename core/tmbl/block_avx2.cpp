#include "core/tmbl/block_functions.h"

#include <bit>
#include <cmath>

namespace gevo::tmbl::avx2 {
#include "core/tmbl/block_loops.h"
} // namespace gevo::tmbl::avx2
