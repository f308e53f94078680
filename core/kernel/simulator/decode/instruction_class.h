#pragma once

/// What an instruction does, for the mix that counters show.

#include "core/kernel/simulator/machine/counters.h"

namespace llvm {
class Instruction;
}

namespace gevo::sim {

InstructionClass classOf(const llvm::Instruction& instruction);

} // namespace gevo::sim
