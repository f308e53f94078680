#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/marks.h"
#include "core/kernel/ir/promotion.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

#include <map>

namespace gevo::ir {
namespace {

constexpr const char* inRegister = "register";

bool isAccess(const llvm::Instruction& instruction) { return llvm::getLoadStorePointerOperand(&instruction) != nullptr; }

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  if (!target || edit.value != inRegister || !isAccess(*target)) return false;
  const std::vector<llvm::Instruction*> accesses = PromotableAccesses(*target->getFunction()).besides(*target);
  const auto isMarked = [](const llvm::Instruction* access) { return !markOf(*access, Mark::Promotion).empty(); };
  if (accesses.empty() || llvm::any_of(accesses, isMarked)) return false;
  return setMark(*target, Mark::Promotion, edit.value);
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  std::map<const llvm::Function*, PromotableAccesses> promotable;
  const auto target = sampler.instruction([&](const llvm::Instruction& instruction) {
    if (!isAccess(instruction)) return false;
    auto* const function = const_cast<llvm::Function*>(instruction.getFunction()); // changes nothing
    return !promotable.try_emplace(function, *function).first->second.besides(instruction).empty();
  });
  if (!target) return std::nullopt;
  Edit edit{uid, Operator::Promote, target->first, {}, {}, {}};
  edit.value = inRegister;
  return edit;
}

void describe(const Describer&, const Edit&, EditDescription& description) {
  description.text = "this place in memory is kept in a register while its loop runs";
}

} // namespace

extern const OperatorDefinition promoteOperator;
const OperatorDefinition promoteOperator = {Operator::Promote, apply, propose, describe};

} // namespace gevo::ir
