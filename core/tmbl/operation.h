#pragma once

/// The instructions of Tweaking Mutation Behaviour Learning (TMBL; Lewis and Magoulas 2011, Table 1), and some more that a run may ask
/// for. All work on float32 as IEEE 754 has it: rounded to nearest, with subnormal numbers, nothing fused but MultiplyAdd. None branches,
/// so that a program takes the same time on every case.

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gevo::tmbl {

/// With t the target slot, a and b operands.
enum class Operation : std::uint8_t {
  Set,          ///< t = a
  Add,          ///< t = t + a
  Subtract,     ///< t = t - a
  Multiply,     ///< t = t * a
  Divide,       ///< t = a == 0 ? 0 : t / a
  TestSubtract, ///< if (a > 0) t = t - b. Table 1 has it twice: its PTX (slct) also subtracts where a is 0, its CUDA C, as here, does not
  TestDivide,   ///< if (a > 0) t = b == 0 ? 0 : t / b
  Minimum,      ///< t = a < t ? a : t
  Maximum,      ///< t = a > t ? a : t
  MultiplyAdd,  ///< t = t + a * b, rounded once
  SquareRoot,   ///< t = sqrt(|a|)
  Exponential,  ///< t = exp(a); as if a were 88 above 88, and 0 below -87, so that a finite operand has a finite result
  Logarithm,    ///< t = a == 0 ? 0 : log(|a|)
  Sine,         ///< t = sin(a); 0 beyond 65,536, where neighbouring numbers are no part of the same wave
  Cosine,       ///< t = cos(a), as Sine
};
inline constexpr std::uint8_t operationCount = 15;

struct OperationInfo {
  std::string_view name; ///< in programs and on the command line: "testsub"
  std::uint8_t operands; ///< 1, or 2: a and b
  bool readsTarget;      ///< its result depends on what the target slot held before
};
const OperationInfo& infoOf(Operation operation);

class OperationSet {
public:
  constexpr OperationSet() = default;
  /// Those of Table 1.
  static constexpr OperationSet basic() { return OperationSet((1U << (static_cast<unsigned>(Operation::TestDivide) + 1)) - 1); }
  static constexpr OperationSet all() { return OperationSet((1U << operationCount) - 1); }

  constexpr bool contains(Operation operation) const { return (bits_ >> static_cast<unsigned>(operation) & 1) != 0; }
  constexpr void add(Operation operation) { bits_ |= 1U << static_cast<unsigned>(operation); }
  /// In the order of the enumeration.
  std::vector<Operation> list() const;
  friend constexpr bool operator==(OperationSet, OperationSet) = default;

private:
  explicit constexpr OperationSet(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_ = 0;
};

/// An error lists the names that there are.
Result<Operation> parseOperation(std::string_view name);
/// "add,sub,mul"; Set is always part of it, since programs need it to hold constants.
Result<OperationSet> parseOperations(std::string_view names);
std::string printOperations(OperationSet operations);

} // namespace gevo::tmbl
