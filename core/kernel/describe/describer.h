#pragma once

/// What operators need to describe an edit that is about to be applied.

#include "core/kernel/describe/expression.h"
#include "core/kernel/describe/source_map.h"
#include "core/kernel/ir/application.h"
#include "core/values/project.h"
#include "core/values/variant_texts.h"

#include <llvm/ADT/DenseSet.h>

namespace gevo::ir {

class Describer {
public:
  /// The application must hold the full module, with no edit applied yet.
  Describer(Application& application, const BaseModule::State& base, const std::vector<SourceFile>& sources);

  /// After each edit that was applied: what it moved or made stands where its source line is not.
  void after(const Edit& edit);

  /// The instruction as it is now, or as it was in the base if it was deleted; null when it never existed.
  const llvm::Instruction* instruction(const InstructionRef& ref) const;
  /// "barrier", "store to `tile[ty][tx]`", "`left`", "`a * b + c`".
  std::string noun(const InstructionRef& ref) const;
  /// Of the duplicate of `source` that the edit is about to insert before `position`, with the operands that it will have there.
  std::string copyNoun(const Edit& edit, const InstructionRef& source, const InstructionRef& position) const;
  std::string value(const ValueRef& ref, const InstructionRef& user, unsigned operand) const;
  /// "`cols`", a kernel's.
  std::string parameter(const llvm::Argument& argument) const;
  /// What `operand` of `user` is for: "condition", "operand", "address", "stored value".
  std::string role(const InstructionRef& user, unsigned operand) const;
  std::string operandText(const InstructionRef& user, unsigned operand) const;
  /// " before line 51", or empty where the line is unknown.
  std::string before(const InstructionRef& ref) const;
  std::vector<SourcePosition> chain(const InstructionRef& ref) const;
  /// Of what is to take the value that the edit creates; empty where nothing is.
  std::vector<SourcePosition> chainOfUse(const Edit& edit) const;
  /// ", use `x` instead": what uses of a deleted instruction's result take; empty when there are none. Where `x` is not available to a use,
  /// that is another value.
  std::string successor(const Edit& edit) const;

private:
  static std::string nounOf(const llvm::Instruction& instruction, const ExpressionPrinter& printer);
  /// The value that the edit gives to an operand; null where it says nothing, or one that can't be.
  llvm::Value* chosen(const Edit& edit, const InstructionRef& user, const llvm::Instruction& instruction, unsigned operand) const;
  /// " as it was in line 7", of a value that may be another one if it is computed again where it is used.
  std::string whenRead(const llvm::Value& value, const llvm::Instruction& user) const;
  /// The value's text in quotes, or its definition where the text would equal `other`.
  std::string distinct(const llvm::Value& value, const std::string& other) const;
  const ExpressionPrinter& expressions(const llvm::Instruction& instruction) const;

  Application& application_;
  SourceMap sources_;
  ExpressionPrinter variantExpressions_;
  ExpressionPrinter baseExpressions_;
  std::vector<const llvm::Instruction*> baseInstructions_;
  llvm::DenseSet<const llvm::Instruction*> displaced_;
};

} // namespace gevo::ir
