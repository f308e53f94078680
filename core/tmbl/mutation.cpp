#include "core/tmbl/mutation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace gevo::tmbl {

namespace {

using Position = std::vector<Instruction>::iterator;

enum class Tweak : std::uint8_t { Nudge, ChangeOperand, ChangeTarget, ChangeOperation, Replace, Insert, Remove, Swap };
/// How often each is drawn, in that order.
constexpr std::array<unsigned, 8> weights{6, 5, 2, 3, 2, 6, 3, 1};

Tweak randomTweak(RandomStream& stream) {
  constexpr unsigned total = [] {
    unsigned sum = 0;
    for (const unsigned weight : weights) sum += weight;
    return sum;
  }();
  std::uint64_t drawn = stream.below(total);
  std::size_t tweak = 0;
  while (drawn >= weights[tweak]) drawn -= weights[tweak++];
  return Tweak(tweak);
}

/// Standard normal (Box and Muller 1958).
double normal(RandomStream& stream) {
  const double radius = std::sqrt(-2 * std::log(1 - stream.unit()));
  return radius * std::cos(2 * std::numbers::pi * stream.unit());
}

/// Steps of all sizes: a run needs both the first digit of a constant and its fourth.
float nudged(float value, const ProgramShape& shape, RandomStream& stream) {
  constexpr std::uint64_t sizes = 5;
  const double step = std::pow(10.0, -static_cast<double>(stream.below(sizes)));
  const double scale = stream.chance(0.5) ? std::abs(value) : shape.largestConstant * 0.2;
  const auto moved = static_cast<float>(value + normal(stream) * step * scale);
  return std::isfinite(moved) ? moved : value;
}

/// One of the operands that the instruction has.
Operand& anyOperand(Instruction& instruction, RandomStream& stream) {
  return infoOf(instruction.operation).operands > 1 && stream.chance(0.5) ? instruction.b : instruction.a;
}

void changeOperation(Instruction& instruction, const ProgramShape& shape, RandomStream& stream) {
  const std::vector<Operation> operations = shape.operations.list();
  const std::uint8_t before = infoOf(instruction.operation).operands;
  instruction.operation = operations[stream.below(operations.size())];
  const std::uint8_t after = infoOf(instruction.operation).operands;
  if (after > before) instruction.b = randomOperand(shape, stream);
  if (after < before) instruction.b = Operand();
}

void nudge(Instruction& instruction, const ProgramShape& shape, RandomStream& stream) {
  Operand& first = anyOperand(instruction, stream);
  Operand& other = &first == &instruction.a && infoOf(instruction.operation).operands > 1 ? instruction.b : instruction.a;
  Operand& operand = first.kind == Operand::Kind::Constant ? first : other;
  if (operand.kind == Operand::Kind::Constant)
    operand.value = nudged(operand.value, shape, stream);
  else
    first = randomOperand(shape, stream);
}

/// Leaves `at` on what follows what was changed.
void apply(Program& program, Position& at, const Tweaks& tweaks, RandomStream& stream) {
  const ProgramShape& shape = tweaks.shape;
  std::vector<Instruction>& instructions = program.instructions;
  switch (randomTweak(stream)) {
  case Tweak::Nudge:
    nudge(*at, shape, stream);
    break;
  case Tweak::ChangeOperand:
    anyOperand(*at, stream) = randomOperand(shape, stream);
    break;
  case Tweak::ChangeTarget:
    at->target = static_cast<std::uint16_t>(stream.below(shape.slotCount));
    break;
  case Tweak::ChangeOperation:
    changeOperation(*at, shape, stream);
    break;
  case Tweak::Insert:
    if (instructions.size() < tweaks.mostInstructions) {
      at = instructions.insert(at + static_cast<std::ptrdiff_t>(stream.below(2)), randomInstruction(shape, stream));
      break;
    }
    [[fallthrough]];
  case Tweak::Replace:
    *at = randomInstruction(shape, stream);
    break;
  case Tweak::Remove:
    if (instructions.size() > 1) {
      at = instructions.erase(at);
      return;
    }
    break;
  case Tweak::Swap:
    std::iter_swap(at, instructions.begin() + static_cast<std::ptrdiff_t>(stream.below(instructions.size())));
    break;
  }
  ++at;
}

} // namespace

double mutationRate(std::size_t length, double changedShare) {
  return 1 - std::pow(1 - changedShare, 1 / static_cast<double>(std::max<std::size_t>(1, length)));
}

void tweak(Program& program, const Tweaks& tweaks, RandomStream& stream) {
  auto at = program.instructions.begin() + static_cast<std::ptrdiff_t>(stream.below(program.instructions.size()));
  apply(program, at, tweaks, stream);
}

void mutate(Program& program, const Tweaks& tweaks, double rate, RandomStream& stream) {
  bool changed = false;
  for (auto at = program.instructions.begin(); at != program.instructions.end();) {
    if (stream.chance(rate)) {
      apply(program, at, tweaks, stream);
      changed = true;
    } else {
      ++at;
    }
  }
  if (!changed) tweak(program, tweaks, stream);
}

} // namespace gevo::tmbl
