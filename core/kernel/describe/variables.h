#pragma once

/// Which variable of the source holds a value, by the debug records of a module.

#include "core/kernel/describe/element.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>

#include <map>
#include <memory>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace gevo::ir {

/// An addition, or `|` that adds: no bit is set in both operands.
bool isAddition(const llvm::Instruction& instruction);

/// " + 3", or nothing for 0.
std::string plus(std::int64_t constant);

/// A variable plus a constant.
struct VariableTerm {
  llvm::StringRef variable;
  std::int64_t constant = 0;
  std::string text() const;
};

class SourceVariables {
public:
  /// Learns the variables from the module as it is now; edits made later don't change what they are.
  explicit SourceVariables(llvm::Module& module);

  bool contains(const llvm::Value& value) const { return names_.contains(&value); }
  llvm::StringRef name(const llvm::Value& value) const { return names_.lookup(&value); }
  const VariableTypes& types() const { return types_; }

  /// The value by what a variable holds directly before `at`: in an unrolled loop, the value of the round before it may be `i - 1`. An
  /// inlined function's variable hides one of that name of its caller. The first use reads the debug records: call after all edits, or
  /// `forgetRecords()` after each.
  std::optional<VariableTerm> at(const llvm::Value& value, const llvm::Instruction& at) const;
  void forgetRecords() const { records_.clear(); }
  /// The variable that holds the value at some time. `isExact`: only one that holds no other one, or a loop's or a branch's.
  std::optional<VariableTerm> anyTime(const llvm::Value& value, bool isExact) const;
  /// Edits leave the blocks as they are.
  const llvm::DominatorTree& dominators(const llvm::Function& function) const;

private:
  /// What a variable holds from an instruction on; null: something that is no value.
  struct Record {
    const llvm::Instruction* before = nullptr;
    const llvm::Value* value = nullptr;
  };
  using Records = llvm::DenseMap<llvm::DebugVariable, std::vector<Record>>;

  const Records& recordsOf(const llvm::Function& function) const;
  bool dominates(const llvm::Value& one, const llvm::Instruction& other) const;
  std::optional<std::int64_t> beyond(llvm::StringRef variable, const llvm::Value& value, const llvm::Instruction& at) const;

  llvm::DenseMap<const llvm::Value*, llvm::StringRef> names_;
  llvm::DenseMap<std::pair<const llvm::Function*, llvm::StringRef>, unsigned> values_; ///< number of values that each variable holds
  VariableTypes types_;
  mutable std::map<const llvm::Function*, std::unique_ptr<llvm::DominatorTree>> trees_;
  mutable std::map<const llvm::Function*, Records> records_;
};

} // namespace gevo::ir
