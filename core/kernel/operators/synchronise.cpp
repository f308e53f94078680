#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/synchronisation.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

#include <algorithm>

namespace gevo::ir {
namespace {

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  if (!target) return false;
  const std::vector<std::string> values = weakerSynchronisations(*target);
  if (std::ranges::find(values, edit.value) == values.end()) return false;
  weakenSynchronisation(*target, edit.value);
  application.markMoved(*target); // other threads' values may be seen earlier or later
  return true;
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction([](const llvm::Instruction& one) { return !weakerSynchronisations(one).empty(); });
  if (!target) return std::nullopt;
  Edit edit{uid, Operator::Synchronise, target->first, {}, {}, {}};
  const std::vector<std::string> values = weakerSynchronisations(*target->second);
  edit.value = values[sampler.stream().below(values.size())];
  return edit;
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
