#pragma once

/// A TMBL program: a straight line of instructions on registers, which TMBL calls slots (Lewis and Magoulas 2011, sections 2 and 4).

#include "core/tmbl/operation.h"

#include <vector>

namespace gevo::tmbl {

inline constexpr std::uint32_t mostInputs = 4096;
inline constexpr std::uint32_t mostSlots = 256;
inline constexpr std::size_t mostInstructions = 300;

struct Operand {
  enum class Kind : std::uint8_t { Slot, Input, Constant };
  Kind kind = Kind::Constant;
  std::uint16_t index = 0; ///< of the slot or the input; 0 for a constant
  float value = 0;         ///< finite; 0 unless it is a constant

  static Operand slot(std::uint32_t index) { return {Kind::Slot, static_cast<std::uint16_t>(index), 0}; }
  static Operand input(std::uint32_t index) { return {Kind::Input, static_cast<std::uint16_t>(index), 0}; }
  static Operand constant(float value) { return {Kind::Constant, 0, value}; }
  friend bool operator==(const Operand&, const Operand&) = default;
};

struct Instruction {
  Operation operation = Operation::Set;
  std::uint16_t target = 0; ///< a slot
  Operand a;
  Operand b; ///< default where the operation has one operand

  friend bool operator==(const Instruction&, const Instruction&) = default;
};

/// Before the first instruction slot s holds input s, or input s modulo the inputs where there are more slots; 0 without inputs. Results
/// are read from slots after the last one; a program of one result leaves it in slot 0.
struct Program {
  std::uint32_t inputs = 0; ///< values of a fitness case
  std::uint32_t slotCount = 1;
  std::vector<Instruction> instructions; ///< 1 to mostInstructions

  friend bool operator==(const Program&, const Program&) = default;
};

/// An error says which instruction uses what does not exist.
Result<void> check(const Program& program);

} // namespace gevo::tmbl
