#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/marks.h"
#include "core/kernel/ir/reassociation.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

#include <array>
#include <llvm/ADT/StringExtras.h>

namespace gevo::ir {
namespace {

constexpr std::array values{"2", "4", "8"};
constexpr unsigned most = 64;

bool isValue(const std::string& value) {
  unsigned parts = 0;
  return llvm::to_integer(value, parts, 10) && value == std::to_string(parts) && parts >= 2 && parts <= most;
}

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  if (!target || !isValue(edit.value) || !mayBeReassociated(*target)) return false;
  if (!setMark(*target, Mark::Reassociation, edit.value)) return false;
  application.markInexact(*target);
  return true;
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction(mayBeReassociated);
  if (!target) return std::nullopt;
  Edit edit{uid, Operator::Reassociate, target->first, {}, {}, {}};
  edit.value = values[sampler.stream().below(values.size())];
  return edit;
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  description.text = fmt::format("the sum that {} is part of is added up in {} parts", describer.noun(edit.target), edit.value);
}

} // namespace

extern const OperatorDefinition reassociateOperator;
const OperatorDefinition reassociateOperator = {Operator::Reassociate, apply, propose, describe};

} // namespace gevo::ir
