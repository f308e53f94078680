#pragma once

/// What a program computes, as steps in static single assignment form: slots are gone, and with them copies, dead instructions and values
/// that are computed twice. Evaluators and the writers of PTX, CUDA and formulas all start from it, so that they mean the same.

#include "core/tmbl/program.h"

#include <span>
#include <string_view>

namespace gevo::tmbl {

/// With a, b and c the arguments. All are exact or rounded to nearest even as IEEE 754 has it, with subnormal numbers; where a result is
/// not a number, its bits are not promised.
enum class StepKind : std::uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,      ///< b == 0 ? 0 : a / b
  Minimum,     ///< b < a ? b : a
  Maximum,     ///< b > a ? b : a
  MultiplyAdd, ///< a * b + c, rounded once
  SquareRoot,  ///< sqrt(|a|)
  Select,      ///< a > 0 ? b : c
  // These four are made of the others (expand).
  Exponential,
  Logarithm,
  Sine,
  Cosine,
  // Integers of 32 bits in place of the float.
  And,
  Xor,
  AddBits,
  ShiftLeft,  ///< by b, a constant
  ShiftRight, ///< by b, a constant; fills with 0
  FromInteger ///< the signed integer a as a float
};
inline constexpr std::size_t stepKinds = 19;

std::size_t argumentsOf(StepKind kind); ///< 1 to 3
/// Its arguments are integers.
bool takesIntegers(StepKind kind);

struct Value {
  enum class Kind : std::uint8_t { Input, Constant, Step };
  Kind kind = Kind::Constant;
  std::uint32_t index = 0; ///< the input; the place in Code::constants; the step that computes it
  friend bool operator==(const Value&, const Value&) = default;
};

struct Step {
  StepKind kind = StepKind::Add;
  Value a;
  Value b; ///< equal to a where there is no such argument
  Value c;
  friend bool operator==(const Step&, const Step&) = default;

  std::vector<Value> arguments() const;
};

struct Code {
  std::vector<std::uint32_t> constants; ///< bits of float32, each once
  std::vector<Step> steps;              ///< arguments come from earlier ones
  std::vector<Value> results;           ///< in the order of the slots that were asked for

  friend bool operator==(const Code&, const Code&) = default;
};

/// An error if a value is used that does not exist: of code from another process.
Result<void> check(const Code& code, std::uint32_t inputs);

/// Of a valid program.
Code lower(const Program& program, std::span<const std::uint16_t> results);
/// The same with Exponential, Logarithm, Sine and Cosine made of the other steps, which is what is evaluated.
Code expand(const Code& code);

/// Adds steps; one that is there already is not added again.
class CodeBuilder {
public:
  CodeBuilder();
  Value constant(float value);
  Value bits(std::uint32_t bits);
  Value step(StepKind kind, Value a) { return step(kind, a, a, a); }
  Value step(StepKind kind, Value a, Value b) { return step(kind, a, b, a); }
  Value step(StepKind kind, Value a, Value b, Value c);
  /// Without the steps and constants that no result needs.
  Code finish(const std::vector<Value>& results);

private:
  std::vector<std::uint32_t> constants_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> table_; ///< hash table of steps, by linear probing: 0 is empty, else the step's number plus 1
};

} // namespace gevo::tmbl
