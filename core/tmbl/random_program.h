#pragma once

/// What programs of a run are made of, and random ones.

#include "core/search/random.h"
#include "core/tmbl/program.h"

namespace gevo::tmbl {

struct ProgramShape {
  std::uint32_t inputs = 1;
  std::uint32_t slotCount = 8;
  OperationSet operations = OperationSet::basic();
  float largestConstant = 5; ///< random constants are uniform between it and its negative
};

/// Operands are slots, inputs and constants with probabilities of 0.45, 0.35 and 0.2; those of a shape without inputs slots and constants.
Operand randomOperand(const ProgramShape& shape, RandomStream& stream);
Instruction randomInstruction(const ProgramShape& shape, RandomStream& stream);
/// `length`: 1 to mostInstructions.
Program randomProgram(const ProgramShape& shape, std::size_t length, RandomStream& stream);

} // namespace gevo::tmbl
