#pragma once

/// What a variant's code does differently from the original's, in sentences for people who read the source. The code of all edits
/// together is compared with the base, instruction by instruction: an edit that another one undoes has no consequence.

#include "core/kernel/describe/expression.h"
#include "core/kernel/describe/source_map.h"
#include "core/kernel/ir/application.h"
#include "core/values/variant_texts.h"

#include <llvm/ADT/MapVector.h>

#include <map>
#include <set>

namespace gevo::ir {

class ConsequenceFinder {
public:
  /// The application must hold the full module, with no edit applied yet.
  ConsequenceFinder(Application& application, const BaseModule::State& base, const SourceMap& sources);

  /// After each `applyEdit(application, edit)`; `index` is the edit's in its list.
  void after(const Edit& edit, std::int32_t index);
  /// Call last. Sorted by file and line.
  std::vector<Consequence> finish();

private:
  using Operands = llvm::SmallVector<llvm::Value*, 4>;
  struct Entry {
    const llvm::Instruction* original = nullptr; ///< in the base
    llvm::Instruction* now = nullptr;            ///< in the application; without a parent where it is gone
    Operands before;                             ///< of `now`, before any edit
    Operands latest;
    std::int32_t edit = -1;
    bool moved = false;
  };
  struct Created {
    llvm::Instruction* now = nullptr;
    std::int32_t edit = -1;
  };
  struct Use {
    const Entry* user = nullptr;
    unsigned operand = 0;
  };

  void tell(const Entry& entry, const std::optional<std::string>& text);
  void tellRemoved(const Entry& entry);
  void tellReplacedValues();
  void tellOperands(const Entry& entry);
  void tellMoved(const Entry& entry);
  void tellCreated(const Created& created);
  void tellUnreached();

  std::optional<std::string> operandSentence(const Entry& entry, unsigned operand) const;
  std::optional<std::string> wholeSentence(const Entry& entry) const;
  std::optional<std::string> phiSentence(const Entry& entry, unsigned operand) const;
  std::optional<std::string> conditionSentence(const llvm::Value& before, const llvm::Value& now) const;
  std::string copiesOf(const Entry& entry, unsigned told) const;
  std::string kernelOf(const llvm::Instruction& instruction) const;

  Application& application_;
  const SourceMap& sources_;
  ExpressionPrinter before_; ///< of the base
  ExpressionPrinter now_;
  std::vector<Entry> entries_;
  std::vector<Created> created_;
  bool severalKernels_ = false;
  std::set<std::pair<const Entry*, unsigned>> told_; ///< operands that a sentence about their old value covers

  struct Told {
    Consequence consequence;
    const Entry* entry;
    unsigned times;
  };
  std::vector<Told> sentences_;
  /// Instructions of the base by function, file, line, column and opcode: more than one where code was unrolled or inlined.
  std::map<std::tuple<std::string, std::string, unsigned, unsigned, unsigned>, unsigned> copies_;
};

} // namespace gevo::ir
