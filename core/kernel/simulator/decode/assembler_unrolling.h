#pragma once

/// Which loops ptxas unrolls by itself, so that loads of several rounds are on their way at once. Found by experiment with ptxas 13.0 at
/// -O3 for sm_90: small loops of one basic block that count in equal steps up or down to a limit.

#include <llvm/IR/BasicBlock.h>

namespace gevo::sim {

/// Rounds of the loop that run as one; 1: the block is no such loop.
unsigned roundsInOne(const llvm::BasicBlock& block);

} // namespace gevo::sim
