#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/marks.h"
#include "core/kernel/operators/operator.h"
#include "core/kernel/operators/target_values.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

namespace gevo::ir {
namespace {

/// PTX's modifier.
constexpr const char* approximation = "approx";
/// A product with the reciprocal.
constexpr const char* reciprocal = "reciprocal";

/// Of float: PTX has no approximations of doubles that LLVM makes of them.
bool mayApproximate(const llvm::Instruction& instruction) {
  if (!instruction.getType()->isFloatTy() || instruction.hasApproxFunc()) return false;
  if (instruction.getOpcode() == llvm::Instruction::FDiv) return true;
  const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == llvm::Intrinsic::sqrt;
}

bool mayMultiply(const llvm::Instruction& instruction) {
  if (instruction.getOpcode() != llvm::Instruction::FDiv) return false;
  if (!instruction.getType()->isFloatTy() && !instruction.getType()->isDoubleTy()) return false;
  const auto* const dividend = llvm::dyn_cast<llvm::ConstantFP>(instruction.getOperand(0));
  return !(dividend && dividend->isExactlyValue(1.0)) && markOf(instruction, Mark::Reciprocal).empty();
}

std::vector<std::string> valuesFor(const llvm::Instruction& instruction) {
  std::vector<std::string> values;
  if (mayApproximate(instruction)) values.emplace_back(approximation);
  if (mayMultiply(instruction)) values.emplace_back(reciprocal);
  return values;
}

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  if (!target || !mayTakeValue(*target, edit.value, valuesFor)) return false;
  if (edit.value == approximation)
    target->setHasApproxFunc(true);
  else
    setMark(*target, Mark::Reciprocal, edit.value);
  application.markInexact(*target);
  return true;
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  return proposeValue(sampler, uid, Operator::Approximate, valuesFor);
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  if (edit.value == reciprocal)
    description.text = fmt::format("{} multiplies by a reciprocal instead of dividing", describer.noun(edit.target));
  else
    description.text = fmt::format("{} is approximated, to about seven digits", describer.noun(edit.target));
}

} // namespace

extern const OperatorDefinition approximateOperator;
const OperatorDefinition approximateOperator = {Operator::Approximate, apply, propose, describe};

} // namespace gevo::ir
