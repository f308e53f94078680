#include "core/tmbl/dead_code.h"

#include <algorithm>

namespace gevo::tmbl {

namespace {

bool isCopyToItself(const Instruction& instruction) {
  return instruction.operation == Operation::Set && instruction.a == Operand::slot(instruction.target);
}

} // namespace

std::vector<bool> liveInstructions(const Program& program, std::span<const std::uint16_t> results) {
  std::vector<bool> needed(program.slotCount, false);
  for (const std::uint16_t slot : results) needed[slot] = true;
  const auto read = [&](const Operand& operand) {
    if (operand.kind == Operand::Kind::Slot) needed[operand.index] = true;
  };
  std::vector<bool> live(program.instructions.size(), false);
  for (std::size_t i = program.instructions.size(); i-- > 0;) {
    const Instruction& instruction = program.instructions[i];
    if (!needed[instruction.target] || isCopyToItself(instruction)) continue;
    live[i] = true;
    needed[instruction.target] = infoOf(instruction.operation).readsTarget;
    read(instruction.a);
    read(instruction.b);
  }
  return live;
}

std::size_t effectiveLength(const Program& program, std::span<const std::uint16_t> results) {
  return static_cast<std::size_t>(std::ranges::count(liveInstructions(program, results), true));
}

Program withoutDeadCode(const Program& program, std::span<const std::uint16_t> results) {
  Program rest{program.inputs, program.slotCount, {}};
  const std::vector<bool> live = liveInstructions(program, results);
  for (std::size_t i = 0; i < live.size(); ++i)
    if (live[i]) rest.instructions.push_back(program.instructions[i]);
  if (rest.instructions.empty()) {
    const std::uint16_t slot = results.empty() ? std::uint16_t(0) : results.front();
    rest.instructions.push_back({Operation::Set, slot, Operand::slot(slot), {}});
  }
  return rest;
}

} // namespace gevo::tmbl
