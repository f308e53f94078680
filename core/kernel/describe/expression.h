#pragma once

/// Values as a CUDA programmer would write them: `tile[ty][tx]`, `threadIdx.x`, `a * b + c`.

#include "core/kernel/describe/element.h"
#include "core/kernel/describe/notation.h"
#include "core/kernel/describe/variables.h"

#include <optional>
#include <string>

namespace llvm {
class DataLayout;
class Function;
class GetElementPtrInst;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace gevo::ir {

class ExpressionPrinter {
public:
  /// Learns the variables of the module from its debug records; edits made later don't change what it learned.
  explicit ExpressionPrinter(llvm::Module& module);

  /// The variable that holds the value, else the expression that computes it, cut off with `…` where it gets deep and long.
  std::string text(const llvm::Value& value) const { return words(value).value_or(print(value, 0)); }
  /// The expression, even where a variable holds it.
  std::string definition(const llvm::Instruction& instruction) const {
    return definitionWords(instruction).value_or(compute(instruction, 0));
  }
  /// The value as valid CUDA code: nothing is cut off or only described, and no variable is named that holds other values at other
  /// times, except for loop-carried ones. Empty where that is not possible.
  std::optional<std::string> source(const llvm::Value& value) const;
  std::optional<std::string> sourceOfObject(const llvm::Value& pointer) const;
  /// The value for a sentence. Empty where nothing that a reader knows describes it.
  /// `at`: where that is read. A variable that holds another value there is given as an expression, and memory that holds another one
  /// not at all. Null: any time will do.
  std::optional<std::string> words(const llvm::Value& value, const llvm::Instruction* at = nullptr) const;
  /// The same, as an expression even where a variable holds it.
  std::optional<std::string> definitionWords(const llvm::Instruction& instruction, const llvm::Instruction* at = nullptr) const;
  /// The object that a pointer points to. `size`: of the access, in bytes; 0: that of the pointer's uses.
  std::optional<std::string> objectWords(const llvm::Value& pointer, std::uint64_t size = 0, const llvm::Instruction* at = nullptr) const;
  /// By what a variable holds there.
  std::optional<VariableTerm> variableAt(const llvm::Value& value, const llvm::Instruction& at) const { return variables_.at(value, at); }
  /// Between edits, before what is read `at` an instruction.
  void forgetRecords() const { variables_.forgetRecords(); }
  /// The same, or what it points to at some time.
  std::string pointee(const llvm::Value& pointer, const llvm::Instruction* at) const {
    const auto object = objectWords(pointer, 0, at);
    return object ? *object : objectWords(pointer).value_or(dereference(pointer, 0));
  }
  bool isVariable(const llvm::Value& value) const { return variables_.contains(value); }

private:
  std::string print(const llvm::Value& value, int depth) const;
  std::string nested(const llvm::Value& value, int depth, Binding least = Binding::Whole) const;
  std::string compute(const llvm::Instruction& instruction, int depth) const;
  std::string typed(const llvm::Instruction& operation, unsigned operand, int depth, Binding least) const;
  std::string comparison(const llvm::CmpInst& compare, int depth) const;
  std::string binary(const llvm::Instruction& instruction, int depth) const;
  std::string call(const llvm::Instruction& instruction, int depth) const;
  std::string select(const llvm::Instruction& instruction, int depth) const;
  std::string dereference(const llvm::Value& pointer, int depth, std::uint64_t size = 0) const;
  std::string subscript(const Subscript& subscript, int depth) const;
  template <class Print> std::optional<std::string> understandable(Print print, const llvm::Instruction* at) const;
  template <class Print> std::optional<std::string> compilable(Print print) const;

  Binding binding(const llvm::Instruction& instruction) const;
  std::optional<std::uint64_t> factorOf(const llvm::Instruction& instruction) const;
  std::optional<std::pair<const llvm::Value*, const llvm::Value*>> remainderOf(const llvm::Instruction& instruction) const;
  std::optional<VariableTerm> variableFor(const llvm::Value& value) const;
  /// By the declared types of the variables in it.
  bool isUnsigned(const llvm::Value& value, int depth = 0) const;

  /// Records that `text` describes the value and is not code.
  std::string asProse(std::string text) const;
  /// Records that `text` says nothing to a reader.
  std::string asVague(std::string text) const;

  SourceVariables variables_;
  const llvm::DataLayout& layout_;
  // While something is printed
  mutable bool hasProse_ = false; ///< something printed is not code
  mutable bool isVague_ = false;
  mutable bool isCode_ = false; ///< it is to be compiled; otherwise it is to be read
  mutable const llvm::Instruction* at_ = nullptr;
  mutable int deepest_ = 3;
};

} // namespace gevo::ir
