#pragma once

/// What a variant's code does differently from the original's, in sentences for people who read the source. The code of all edits
/// together is compared with the base, instruction by instruction: an edit that another one undoes has no consequence.

#include "core/kernel/describe/expression.h"
#include "core/kernel/describe/source_map.h"
#include "core/kernel/explain/control_flow.h"
#include "core/kernel/ir/application.h"
#include "core/values/variant_texts.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

#include <map>
#include <memory>
#include <set>

namespace gevo::ir {

class ConsequenceFinder {
public:
  /// The application must hold the full module, with no edit applied yet.
  ConsequenceFinder(Application& application, const BaseModule::State& base, const SourceMap& sources);

  /// After each `applyEdit(application, edit)`; `index` is the edit's in its list.
  void after(const Edit& edit, std::int32_t index);
  /// After an edit that was applied and changes how code is compiled, not what it computes; `text` says how. Of edits that do so to the
  /// same code the last one counts.
  void directed(const Edit& edit, std::int32_t index, const std::string& text);
  /// Call last. Sorted by file and line.
  std::vector<Consequence> finish();

private:
  using Operands = llvm::SmallVector<llvm::Value*, 4>;
  using Edits = std::set<std::int32_t>;
  struct Entry {
    const llvm::Instruction* original = nullptr; ///< in the base
    llvm::Instruction* now = nullptr;            ///< in the application; without a parent where it is gone
    Operands before;                             ///< of `now`, before any edit
    Operands latest;
    std::vector<Edits> changes; ///< by operand: edits that made it another one than before
    Edits moves;
    std::int32_t removal = -1;
  };
  struct Created {
    llvm::Instruction* now = nullptr;
    Operands latest;
    Edits edits; ///< the one that made it, and those that changed it
  };
  struct Use {
    const Entry* user = nullptr;
    unsigned operand = 0;
  };
  struct Loops {
    explicit Loops(const llvm::Function& function);
    llvm::DominatorTree tree;
    llvm::LoopInfo loops;
  };

  /// `edits`: that have a part in it.
  void tell(const Entry& entry, const Edits& edits, const std::optional<std::string>& text, bool isDirective = false);
  void tellRemoved(const Entry& entry);
  void tellReplacedValues();
  void tellOperands(const Entry& entry);
  void addUses(const Entry& entry, std::vector<Use>& uses) const;
  bool isNextOf(const llvm::Instruction& instruction, const llvm::User& user) const;
  bool isOnlyForNextRound(const llvm::Instruction& now) const;
  bool isSaidBehind(const std::vector<Use>& uses) const;
  bool isCommuted(const llvm::Instruction& original, const llvm::Value& now) const;
  void tellMoved(const Entry& entry);
  const char* conditionOf(const llvm::Instruction& original, const llvm::Instruction& now) const;
  bool alwaysReaches(const llvm::BasicBlock& original, const llvm::BasicBlock& to) const;
  std::optional<std::string> storedWords(const llvm::StoreInst& store, const llvm::Instruction* at) const;
  void tellCreated(const Created& created);
  void tellUnreached();
  void tellDirectives();

  /// Edits that have a part in the sentence about an operand.
  static Edits editsOf(const Entry& entry, unsigned operand);
  std::optional<std::string> operandSentence(const Entry& entry, unsigned operand) const;
  std::optional<std::string> wholeSentence(const Entry& entry) const;
  std::optional<std::string> phiSentence(const Entry& entry, unsigned operand) const;
  std::optional<std::string> conditionSentence(const Entry& entry) const;
  std::string writtenBehind(const llvm::Instruction& comparison, bool always) const;
  std::string roundOf(const llvm::Instruction& decision) const;
  std::optional<std::string> readElsewhere(const Entry& user, const llvm::Value& now) const;
  std::optional<std::string> wordsBefore(const llvm::Value& value, const llvm::Instruction* at) const;
  std::optional<std::string> definitionBefore(const llvm::Instruction& original) const;
  std::optional<std::string> wordsNow(const llvm::Value& value, const llvm::Instruction* at) const;
  std::optional<std::string> nameOf(const llvm::Instruction& original) const;
  /// Of the application, where the sentence about the entry stands: what moved is told at its old line, by the names of that line.
  const llvm::Instruction* readerNow(const Entry& entry) const;
  std::vector<SourcePosition> lineOf(const llvm::Instruction& original) const;
  /// ", also for line 98": that use a value without a name.
  std::string otherLinesOf(const Entry& entry) const;
  std::string shareOf(const Entry& entry, std::size_t told, bool isDirective = false) const;
  const Loops& flowOf(const llvm::Function& function) const;
  const llvm::LoopInfo& loopsOf(const llvm::Function& function) const;
  const llvm::DominatorTree& treeOf(const llvm::Function& function) const;
  /// How a branch or select of the variant always decides; nothing where that varies.
  std::optional<bool> alwaysDecides(const llvm::Instruction& decision) const;
  /// Of the base; null for what an edit made.
  const Entry* entryOf(const llvm::Instruction* now) const;
  struct Place {
    std::vector<SourcePosition> at;
    bool isEndOfLoop = false; ///< where its rounds end; `at` is then the loop's own line
    bool isWithin = false;    ///< behind a part of what the line does
    const llvm::Instruction* next = nullptr;
  };
  /// Where an instruction stands now: the place of the first one behind it that is where it was.
  Place placeOf(const llvm::Instruction& instruction) const;
  /// Of the base, and not moved.
  bool isWhereItWas(const llvm::Instruction& now) const;
  bool isUsedInItsLine(const llvm::Instruction& now) const;
  /// A read or write of the line stands before it, or the line's test leads there.
  bool isBehindPartOf(const SourcePosition& line, const llvm::Instruction& instruction) const;
  std::string kernelOf(const llvm::Instruction& instruction) const;

  Application& application_;
  const SourceMap& sources_;
  ExpressionPrinter before_; ///< of the base
  ExpressionPrinter now_;
  std::vector<Entry> entries_;
  std::vector<Created> created_;
  bool severalKernels_ = false;
  llvm::DenseSet<const llvm::Instruction*> live_;    ///< see liveCode; of the application
  std::set<std::pair<const Entry*, unsigned>> told_; ///< operands that a sentence about their old value covers

  struct Told {
    Consequence consequence;
    const Entry* entry;         ///< null where there is none
    std::set<const Entry*> who; ///< instructions of the same code of which it is true
    Edits edits;
    bool isDirective = false; ///< it says how the code is compiled
  };
  std::vector<Told> sentences_;
  struct Directive {
    std::int32_t edit = -1;
    std::string text;
  };
  std::map<std::tuple<Operator, InstructionRef, ValueRef, std::string>, Directive> directives_; ///< the last of what each is about
  /// How many instructions of the base are of the same function, source positions and operations: code was unrolled, say.
  using Code = std::pair<const llvm::Function*, std::string>;
  std::optional<Code> codeOf(const Entry& entry) const;
  std::map<Code, std::size_t> counts_;
  mutable std::map<const llvm::Function*, std::unique_ptr<Loops>> loops_;
  mutable std::map<const llvm::Function*, std::unique_ptr<Control>> controls_; ///< of the variant
};

} // namespace gevo::ir
