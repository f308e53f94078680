#include "core/kernel/describe/describer.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

#include <llvm/IR/IntrinsicInst.h>

namespace gevo::ir {
namespace {

/// PTX's modifier.
constexpr const char* approximation = "approx";

/// Of float: PTX has no approximations of doubles that LLVM makes of them.
bool mayApproximate(const llvm::Instruction& instruction) {
  if (!instruction.getType()->isFloatTy()) return false;
  if (instruction.getOpcode() == llvm::Instruction::FDiv) return true;
  const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == llvm::Intrinsic::sqrt;
}

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  if (!target || !mayApproximate(*target) || edit.value != approximation || target->hasApproxFunc()) return false;
  target->setHasApproxFunc(true);
  application.markInexact(*target);
  return true;
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target =
      sampler.instruction([](const llvm::Instruction& instruction) { return mayApproximate(instruction) && !instruction.hasApproxFunc(); });
  if (!target) return std::nullopt;
  Edit edit{uid, Operator::Approximate, target->first, {}, {}, {}};
  edit.value = approximation;
  return edit;
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  description.text = fmt::format("{} is approximated, to about seven digits", describer.noun(edit.target));
}

} // namespace

extern const OperatorDefinition approximateOperator;
const OperatorDefinition approximateOperator = {Operator::Approximate, apply, propose, describe};

} // namespace gevo::ir
