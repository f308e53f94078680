#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/if_conversion.h"
#include "core/kernel/ir/marks.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

namespace gevo::ir {
namespace {

constexpr const char* selection = "select";

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  return target && edit.value == selection && mayBeFlattened(*target) && setMark(*target, Mark::Flattening, edit.value);
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction(mayBeFlattened);
  if (!target) return std::nullopt;
  Edit edit{uid, Operator::Flatten, target->first, {}, {}, {}};
  edit.value = selection;
  return edit;
}

void describe(const Describer&, const Edit&, EditDescription& description) {
  description.text = "both sides of this condition are computed, and what is needed is selected";
}

} // namespace

extern const OperatorDefinition flattenOperator;
const OperatorDefinition flattenOperator = {Operator::Flatten, apply, propose, describe};

} // namespace gevo::ir
