#pragma once

/// How the operations of LLVM IR are written in CUDA: signs, what binds how strongly, and what reads its operands as unsigned.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace llvm {
class CmpInst;
class Constant;
class Instruction;
class Value;
} // namespace llvm

namespace gevo::ir {

/// Of a two-operand instruction; "?" where C++ has none.
const char* signOf(const llvm::Instruction& operation);
/// A comparison's. Of numbers that may be NaN, `isNegated` says that "not a >= b" is meant, which "a < b" would not be. Nothing where
/// C++ has no operator for it.
struct Relation {
  const char* sign;
  bool isNegated;
};
std::optional<Relation> relationOf(const llvm::CmpInst& comparison);

/// The later, the more strongly it binds: what needs brackets everywhere, comparisons, sums, products, what needs none anywhere.
enum class Binding : std::uint8_t { Loose, Relation, Sum, Product, Whole };
/// Of an operation that is written with its own sign.
Binding bindingOf(const llvm::Instruction& operation);
/// No operator stands outside of brackets.
bool isWhole(std::string_view text);

/// The operation takes its operands for unsigned numbers, and this one may be negative as the source declares it.
bool isReadAsUnsigned(const llvm::Instruction& operation, const llvm::Value& operand);

/// Empty for a constant that has no short form.
std::string constantText(const llvm::Constant& constant);

} // namespace gevo::ir
