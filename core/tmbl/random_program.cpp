#include "core/tmbl/random_program.h"

namespace gevo::tmbl {

namespace {

constexpr double slotShare = 0.45;
constexpr double inputShare = 0.35;

} // namespace

Operand randomOperand(const ProgramShape& shape, RandomStream& stream) {
  const double kind = stream.unit();
  if (kind < slotShare) return Operand::slot(static_cast<std::uint32_t>(stream.below(shape.slotCount)));
  if (kind < slotShare + inputShare && shape.inputs > 0) return Operand::input(static_cast<std::uint32_t>(stream.below(shape.inputs)));
  return Operand::constant(static_cast<float>((2 * stream.unit() - 1) * shape.largestConstant));
}

Instruction randomInstruction(const ProgramShape& shape, RandomStream& stream) {
  const std::vector<Operation> operations = shape.operations.list();
  Instruction instruction;
  instruction.operation = operations[stream.below(operations.size())];
  instruction.target = static_cast<std::uint16_t>(stream.below(shape.slotCount));
  instruction.a = randomOperand(shape, stream);
  if (infoOf(instruction.operation).operands > 1) instruction.b = randomOperand(shape, stream);
  return instruction;
}

Program randomProgram(const ProgramShape& shape, std::size_t length, RandomStream& stream) {
  Program program{shape.inputs, shape.slotCount, {}};
  program.instructions.reserve(length);
  for (std::size_t i = 0; i < length; ++i) program.instructions.push_back(randomInstruction(shape, stream));
  return program;
}

} // namespace gevo::tmbl
