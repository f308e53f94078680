#pragma once

/// What operators need to describe an edit that is about to be applied.

#include "core/kernel/describe/expression.h"
#include "core/kernel/describe/source_map.h"
#include "core/kernel/ir/application.h"
#include "core/values/project.h"
#include "core/values/variant_texts.h"

namespace gevo::ir {

class Describer {
public:
  /// The application must hold the full module, with no edit applied yet.
  Describer(Application& application, const BaseModule::State& base, const std::vector<SourceFile>& sources);

  /// The instruction as it is now, or as it was in the base if it was deleted; null when it never existed.
  const llvm::Instruction* instruction(const InstructionRef& ref) const;
  /// "barrier", "store to `tile[ty][tx]`", "`left`", "`a * b + c`".
  std::string noun(const InstructionRef& ref) const;
  /// "barrier", "store", "load", "call", "value": short enough for a label beside a line.
  std::string kind(const InstructionRef& ref) const;
  std::string value(const ValueRef& ref, const InstructionRef& user, unsigned operand) const;
  /// What `operand` of `user` is for: "condition", "operand", "address", "stored value".
  std::string role(const InstructionRef& user, unsigned operand) const;
  std::string operandText(const InstructionRef& user, unsigned operand) const;
  /// " before line 51", or empty where the line is unknown.
  std::string before(const InstructionRef& ref) const;
  std::vector<SourcePosition> chain(const InstructionRef& ref) const;
  /// ", use `x` instead": what replaces the result of a deleted instruction; empty when it was not used.
  std::string successor(const Edit& edit) const;

private:
  /// The value's text, or its definition where the text would equal `other`.
  std::string distinct(const llvm::Value& value, const std::string& other) const;
  const ExpressionPrinter& expressions(const llvm::Instruction& instruction) const;

  Application& application_;
  SourceMap sources_;
  ExpressionPrinter variantExpressions_;
  ExpressionPrinter baseExpressions_;
  std::vector<const llvm::Instruction*> baseInstructions_;
};

} // namespace gevo::ir
