#include "core/kernel/demangle/demangle.h"
#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/restriction.h"
#include "core/kernel/operators/kernel_parameters.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

namespace gevo::ir {
namespace {

constexpr const char* value = "noalias";

bool apply(Application& application, const Edit& edit) {
  llvm::Argument* const parameter = kernelParameter(application, edit);
  return parameter && edit.value == value && mayRestrict(*parameter) && restrictPointer(*parameter);
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction([&](const llvm::Instruction& instruction) {
    return namesKernel(instruction) && sampler.launched(*instruction.getFunction()) != nullptr;
  });
  if (!target) return std::nullopt;
  const LaunchedKernel& launched = *sampler.launched(*target->second->getFunction());
  const llvm::Argument* const parameter = drawParameter(sampler, *target->second, [&](const llvm::Argument& argument) {
    return launched.apart.contains(argument.getArgNo()) && mayRestrict(argument);
  });
  if (!parameter) return std::nullopt;
  Edit edit{uid, Operator::Restrict, target->first, {}, {ValueRef::Kind::Argument, {}, parameter->getArgNo()}, {}};
  edit.value = value;
  return edit;
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  const llvm::Instruction* const target = describer.instruction(edit.target);
  const llvm::Argument* const parameter = target ? kernelParameter(*target, edit) : nullptr;
  if (!parameter) return;
  description.text = fmt::format("{} of {} shares no memory with other parameters (`__restrict__`)", describer.parameter(*parameter),
                                 briefName(target->getFunction()->getName().str()));
}

} // namespace

extern const OperatorDefinition restrictOperator;
const OperatorDefinition restrictOperator = {Operator::Restrict, apply, propose, describe};

} // namespace gevo::ir
