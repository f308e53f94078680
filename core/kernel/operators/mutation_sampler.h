#pragma once

/// Draws the parts of an edit for operators: targets, positions, values. All randomness comes from one stream, and every list has a fixed
/// order. Without an execution profile all candidates are equally likely (Liou et al. 2019, III-D). With one, those that can matter are
/// more likely: hot, near, and of the right type; what only dead code would use is left out.

#include "core/kernel/ir/application.h"
#include "core/kernel/operators/mutation_choice.h"
#include "core/search/random.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace gevo::ir {

class MutationSampler {
public:
  using Entry = std::pair<InstructionRef, llvm::Instruction*>;

  /// `choice` has to outlive it.
  MutationSampler(Application& application, RandomStream& stream, const MutationChoice& choice);

  Application& application() { return application_; }
  RandomStream& stream() { return stream_; }
  /// The instructions in reachable code of editable kernels.
  const std::vector<Entry>& present() const { return present_; }

  using Accept = llvm::function_ref<bool(const llvm::Instruction&)>;
  /// Those of the original; 0: not known.
  unsigned registersOf(const llvm::Function& kernel) const;
  /// What the tests' launches of the kernel had; null: not known.
  const LaunchedKernel* launched(const llvm::Function& kernel) const;

  /// One of the entries that `accept` admits.
  std::optional<Entry> instruction(Accept accept);
  /// Where to put `neighbour`, or what to exchange it for.
  enum class Near : std::uint8_t { InsertionPoint, Partner };
  /// The same within the function of `neighbour`.
  std::optional<Entry> instructionNear(const llvm::Instruction& neighbour, Near near, Accept accept);
  /// An instruction's result or an argument of the type that is available before `position`, except the given ones;
  /// else the default.
  ValueRef valueBefore(const llvm::Instruction& position, llvm::Type* type, std::initializer_list<const llvm::Value*> except);
  /// A new value for an operand: available results, arguments and constants of its type that differ from what it holds.
  std::optional<ValueRef> operandValue(const llvm::Instruction& user, unsigned operand);
  /// A later use, reached from before `position`, that could take `value`; not one that holds it, nor in `user` itself.
  std::optional<OperandChoice> laterUse(const llvm::Instruction& position, const llvm::Instruction& value, const InstructionRef& name);
  /// Choices for the operands of `instruction` that have no value before `position` (where it will be inserted, referred to as `name`).
  void chooseOperands(Edit& edit, const llvm::Instruction& instruction, const InstructionRef& name, const llvm::Instruction& position,
                      std::initializer_list<const llvm::Value*> except);

private:
  /// One of the candidates, of which there is at least one; `weigh` gives a weight above 0 and is called only with an execution profile.
  template <class Candidate, class Weigh> const Candidate& choose(const std::vector<Candidate>& candidates, Weigh weigh);
  std::uint64_t weightOf(const llvm::Instruction& instruction) const;
  /// Code that effects or branch conditions depend on; all code without an execution profile.
  void findLiveCode();
  bool live(const llvm::Instruction& instruction) const { return !executionProfile_ || live_.contains(&instruction); }

  Application& application_;
  RandomStream& stream_;
  const MutationChoice& choice_;
  const ExecutionProfile* executionProfile_;
  std::vector<Entry> present_;
  llvm::DenseSet<const llvm::Instruction*> live_;
};

} // namespace gevo::ir
