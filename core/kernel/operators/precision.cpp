#include "core/kernel/ir/precision.h"
#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/marks.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

namespace gevo::ir {
namespace {

constexpr const char* precision = "float";

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  if (!target || !mayBeFloat(*target) || edit.value != precision) return false;
  bool changes = false;
  for (llvm::Instruction* part : expressionOf(*target)) {
    if (!setMark(*part, Mark::Approximation, edit.value)) continue;
    application.markInexact(*part);
    changes = true;
  }
  return changes;
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction(mayBeFloat);
  if (!target) return std::nullopt;
  Edit edit{uid, Operator::Precision, target->first, {}, {}, {}};
  edit.value = precision;
  return edit;
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  description.text = fmt::format("{} is computed in float, not in double", describer.noun(edit.target));
}

} // namespace

extern const OperatorDefinition precisionOperator;
const OperatorDefinition precisionOperator = {Operator::Precision, apply, propose, describe};

} // namespace gevo::ir
