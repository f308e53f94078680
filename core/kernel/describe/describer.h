#pragma once

/// What operators need to put an edit in words, while the application stands just before it.

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

  /// In place, or as it was in the base where it is gone; null when it never was.
  const llvm::Instruction* instruction(const InstructionRef& ref) const;
  /// "barrier", "store to `tile[ty][tx]`", "`left`", "`a * b + c`".
  std::string noun(const InstructionRef& ref) const;
  /// "barrier", "store", "load", "call", "value": a word that fits beside a line.
  std::string kind(const InstructionRef& ref) const;
  std::string value(const ValueRef& ref, const InstructionRef& user, unsigned operand) const;
  /// What `operand` of `user` is for: "condition", "operand", "address", "stored value".
  std::string role(const InstructionRef& user, unsigned operand) const;
  std::string operandText(const InstructionRef& user, unsigned operand) const;
  /// " before line 51", or nothing where the line is unknown.
  std::string before(const InstructionRef& ref) const;
  std::vector<SourcePosition> chain(const InstructionRef& ref) const;
  /// ", its uses take `x`": what stands in for the result of an instruction that goes; nothing when nobody used it.
  std::string successor(const Edit& edit) const;

private:
  /// The value's text, or how it is computed where the text would be the other's.
  std::string distinct(const llvm::Value& value, const std::string& other) const;
  const ExpressionPrinter& expressions(const llvm::Instruction& instruction) const;

  Application& application_;
  SourceMap sources_;
  ExpressionPrinter variantExpressions_;
  ExpressionPrinter baseExpressions_;
  std::vector<const llvm::Instruction*> baseInstructions_;
};

} // namespace gevo::ir
