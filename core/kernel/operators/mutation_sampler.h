#pragma once

/// What operators sampler from when they propose an edit: targets, places, values. All randomness comes from one stream,
/// and every list has a fixed order. Without executionProfile every candidate is as likely as another (seeds/000); with it those that can
/// matter are likelier: hot ones, near ones, of the right type, and nothing that only dead code would see.

#include "core/kernel/ir/application.h"
#include "core/kernel/operators/execution_profile.h"
#include "core/search/random.h"

namespace gevo::ir {

class MutationSampler {
public:
  using Entry = std::pair<InstructionRef, llvm::Instruction*>;

  /// `executionProfile` may be null.
  MutationSampler(Application& application, RandomStream& stream, const ExecutionProfile* executionProfile);

  Application& application() { return application_; }
  RandomStream& stream() { return stream_; }
  /// What stands in reachable code of editable kernels.
  const std::vector<Entry>& present() const { return present_; }

  /// Of all instructions of editable kernels in reachable code that `accept` takes.
  std::optional<Entry> instruction(bool (*accept)(const llvm::Instruction&));
  /// Where to put `neighbour`, or what to exchange it for.
  enum class Near : std::uint8_t { Place, Partner };
  /// The same within the function of `neighbour`.
  std::optional<Entry> instructionNear(const llvm::Instruction& neighbour, Near near, bool (*accept)(const llvm::Instruction&));
  /// An instruction's result or an argument of the type that is available before `place`, except of the given ones;
  /// else the default.
  ValueRef valueBefore(const llvm::Instruction& place, llvm::Type* type, std::initializer_list<const llvm::Value*> except);
  /// For one operand in place: available results, arguments and constants of its type that differ from what it holds.
  std::optional<ValueRef> operandValue(const llvm::Instruction& user, unsigned operand);
  /// A later use, reached from before `place`, that could take `value`; not one that holds it, nor in `user` itself.
  std::optional<OperandChoice> laterUse(const llvm::Instruction& place, const llvm::Instruction& value, const InstructionRef& name);
  /// Choices for the operands of `instruction` that have no value before `place` (where it is to stand, known as `name`).
  void chooseOperands(Edit& edit, const llvm::Instruction& instruction, const InstructionRef& name, const llvm::Instruction& place,
                      std::initializer_list<const llvm::Value*> except);

private:
  /// One of the candidates, of which there is one at least; `weigh` gives a weight above 0 and is asked only with executionProfile.
  template <class Candidate, class Weigh> const Candidate& choose(const std::vector<Candidate>& candidates, Weigh weigh);
  std::uint64_t weightOf(const llvm::Instruction& instruction) const;
  /// Computed from code with effects or a branch's condition backwards; all of it without executionProfile.
  void findLiveCode();
  bool live(const llvm::Instruction& instruction) const { return !executionProfile_ || live_.contains(&instruction); }

  Application& application_;
  RandomStream& stream_;
  const ExecutionProfile* executionProfile_;
  std::vector<Entry> present_;
  llvm::DenseSet<const llvm::Instruction*> live_;
};

} // namespace gevo::ir
