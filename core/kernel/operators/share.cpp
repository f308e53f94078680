#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/marks.h"
#include "core/kernel/ir/sharing.h"
#include "core/kernel/operators/operator.h"
#include "core/kernel/operators/target_values.h"

namespace gevo::ir {
namespace {

/// Lanes of a warp that take the same value.
std::vector<std::string> valuesFor(const llvm::Instruction& instruction) {
  return mayBeShared(instruction) ? std::vector<std::string>{"2", "4", "8", "16", "32"} : std::vector<std::string>();
}

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  if (!target || !mayTakeValue(*target, edit.value, valuesFor) || !setMark(*target, Mark::Sharing, edit.value)) return false;
  application.markInexact(*target);
  return true;
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) { return proposeValue(sampler, uid, Operator::Share, valuesFor); }

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  const std::string threads = edit.value == "32" ? "all threads of a warp" : edit.value + " neighbouring threads";
  description.text = fmt::format("{} is the same in {}: what the first of them loads", describer.noun(edit.target), threads);
}

} // namespace

extern const OperatorDefinition shareOperator;
const OperatorDefinition shareOperator = {Operator::Share, apply, propose, describe};

} // namespace gevo::ir
