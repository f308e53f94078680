#pragma once

/// The steps of code for a block of cases, one function for each, compiled for several instruction sets.

#include "core/tmbl/cases.h"
#include "core/tmbl/code.h"

#include <array>

namespace gevo::tmbl {

/// Lanes of one step: d from a, b and c, each of `lanes` values. d may be one of the others.
using BlockFunction = void (*)(float* d, const float* a, const float* b, const float* c);

/// Sums of each lane (ErrorSums).
struct LaneSums {
  std::array<double, lanes> outputs;
  std::array<double, lanes> squares;
  std::array<double, lanes> products;
};

struct BlockFunctions {
  std::array<BlockFunction, stepKinds> steps;
  /// Adds the first `count` lanes' results, less the centre.
  void (*accumulate)(LaneSums& sums, const float* results, const double* targets, double centre, std::size_t count);
};

/// The fastest that this machine runs, or those that the environment variable GEVO_LANES names: baseline, avx2, avx512.
const BlockFunctions& blockFunctions();

namespace baseline {
BlockFunctions blockFunctions();
}
namespace avx2 {
BlockFunctions blockFunctions();
}
namespace avx512 {
BlockFunctions blockFunctions();
}

} // namespace gevo::tmbl
