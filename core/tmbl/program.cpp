#include "core/tmbl/program.h"

#include <cmath>

namespace gevo::tmbl {

namespace {

Result<void> checkOperand(const Operand& operand, const Program& program, std::size_t number) {
  if (operand.kind == Operand::Kind::Slot && operand.index >= program.slotCount)
    return fail("instruction {} reads slot{}, but the program has {} slots; name one below that", number, operand.index, program.slotCount);
  if (operand.kind == Operand::Kind::Input && operand.index >= program.inputs)
    return fail("instruction {} reads input{}, but the program has {} inputs; name one below that", number, operand.index, program.inputs);
  if (!std::isfinite(operand.value)) return fail("instruction {} has a constant that is not finite; use a number", number);
  return {};
}

} // namespace

Result<void> check(const Program& program) {
  if (program.inputs > mostInputs) return fail("the program has {} inputs; it may have {}", program.inputs, mostInputs);
  if (program.slotCount == 0 || program.slotCount > mostSlots)
    return fail("the program has {} slots; it may have 1 to {}", program.slotCount, mostSlots);
  if (program.instructions.empty() || program.instructions.size() > mostInstructions)
    return fail("the program has {} instructions; it may have 1 to {}", program.instructions.size(), mostInstructions);
  std::size_t number = 0;
  for (const Instruction& instruction : program.instructions) {
    ++number;
    if (instruction.target >= program.slotCount)
      return fail("instruction {} writes slot{}, but the program has {} slots; name one below that", number, instruction.target,
                  program.slotCount);
    GEVO_TRY(checkOperand(instruction.a, program, number));
    GEVO_TRY(checkOperand(instruction.b, program, number));
  }
  return {};
}

} // namespace gevo::tmbl
