#pragma once

/// Translation of one block of assembly to LLVM IR: the values of its registers, and the instruction being translated.
///
/// An operation reads its operands with `in`, writes its results with `out` and takes every modifier that it implements. Anything else
/// marks the instruction as unsupported, and so does a modifier that was not taken; values read after that are placeholders.

#include "core/kernel/inline_ptx/parser.h"
#include "core/kernel/inline_ptx/type.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Analysis/InstSimplifyFolder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

namespace gevo::ir::assembly {

using Builder = llvm::IRBuilder<llvm::InstSimplifyFolder>;

struct Register {
  unsigned bits = 32;           ///< 1: a predicate
  bool isImmediate = false;     ///< a constant written into the text: fits any size
  llvm::Value* value = nullptr; ///< of any type of that size, or a pointer; null: never written
};

class Translation {
public:
  /// Builds at the end of `block`, in a function that holds nothing else.
  Translation(llvm::BasicBlock& block, std::vector<Register> registers, bool hasSideEffects);

  /// False when the statement is unsupported; what was built for it must then be discarded.
  bool run(const Statement& statement);
  /// A register's value as `type`.
  llvm::Value* result(std::size_t number, llvm::Type* type);

  Builder& ir() { return ir_; }
  void markUnsupported() { unsupported_ = true; }
  bool isUnsupported() const { return unsupported_; }
  /// The block must not be moved, removed or merged with another ("volatile").
  bool hasSideEffects() const { return hasSideEffects_; }

  bool take(llvm::StringRef modifier);
  /// Takes the first of the given modifiers that the instruction has; empty: none.
  llvm::StringRef takeOneOf(std::initializer_list<llvm::StringRef> modifiers);
  /// Takes the first remaining modifier with that prefix, or empty.
  std::string takePrefixed(llvm::StringRef prefix);
  std::optional<Type> takeTypeIfAny();
  Type takeType();

  std::size_t operandCount() const { return statement_->operands.size(); }
  const Operand& operand(std::size_t i);
  llvm::Value* in(std::size_t i, Type type) { return read(operand(i), type); }
  llvm::Value* read(const Operand& operand, Type type);
  /// A pointer into the space, from an operand in brackets. The size must be that of a pointer there.
  llvm::Value* pointer(std::size_t i, unsigned space);
  /// The address held by a register, as a pointer into the space.
  llvm::Value* asPointer(const Operand& operand, unsigned space);
  void out(std::size_t i, llvm::Value* value, bool isSigned = false) { write(operand(i), value, isSigned); }
  /// A wider register takes the value extended by zeros, or by its sign.
  void write(const Operand& operand, llvm::Value* value, bool isSigned = false);

  llvm::Value*& carry() { return carry_; }
  llvm::Value* constant(Type type, std::uint64_t value);
  /// An intrinsic by its name ("llvm.nvvm.add.rz.f"); marks the instruction as unsupported when there is none.
  llvm::Value* call(const std::string& name, llvm::ArrayRef<llvm::Value*> arguments, llvm::ArrayRef<llvm::Type*> overloads = {});

private:
  bool runGuarded(void (*build)(Translation&), bool isPure, const Guard& guard);
  bool branchAround(void (*build)(Translation&), llvm::Value* condition);
  llvm::Value* valueOf(const Register& reg) const;
  llvm::Value* asInteger(llvm::Value* value, unsigned bits);
  llvm::Value* convert(llvm::Value* value, unsigned bits, llvm::Type* type);
  llvm::Value* specialRegister(const std::string& name, Type type);
  llvm::Value* immediate(const Operand& operand, Type type);

  Builder ir_;
  std::vector<Register> registers_;
  bool hasSideEffects_;
  llvm::Value* carry_;
  const Statement* statement_ = nullptr;
  std::vector<std::string> modifiers_; ///< not taken yet
  llvm::Value* guard_ = nullptr;       ///< results hold where it is true
  bool unsupported_ = false;
};

} // namespace gevo::ir::assembly
