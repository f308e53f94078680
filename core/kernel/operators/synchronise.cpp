#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/synchronisation.h"
#include "core/kernel/operators/operator.h"
#include "core/kernel/operators/target_values.h"

namespace gevo::ir {
namespace {

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  if (!target || !mayTakeValue(*target, edit.value, weakerSynchronisations)) return false;
  weakenSynchronisation(*target, edit.value);
  application.markMoved(*target); // other threads' values may be seen earlier or later
  return true;
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  return proposeValue(sampler, uid, Operator::Synchronise, weakerSynchronisations);
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  if (edit.value == "warp")
    description.text = "threads wait here for those of their warp only, no longer for all of the block";
  else if (edit.value == "plain")
    description.text = fmt::format("{} need not reach memory each time, as volatile has it", describer.noun(edit.target));
  else if (edit.value == "relaxed")
    description.text = fmt::format("{} no longer orders other accesses, as nvcc has it", describer.noun(edit.target));
  else
    description.text = fmt::format("{} is for the threads of the block only", describer.noun(edit.target));
}

} // namespace

extern const OperatorDefinition synchroniseOperator;
const OperatorDefinition synchroniseOperator = {Operator::Synchronise, apply, propose, describe};

} // namespace gevo::ir
