#include "core/kernel/demangle/demangle.h"
#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/kernel_pipelines.h"
#include "core/kernel/operators/kernel_parameters.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

namespace gevo::ir {
namespace {

bool apply(Application& application, const Edit& edit) {
  const llvm::Instruction* const target = application.find(edit.target);
  if (!target || !namesKernel(*target) || !findKernelPipeline(edit.value)) return false;
  return setPipeline(*application.find(edit.target)->getFunction(), edit.value);
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction(namesKernel);
  if (!target) return std::nullopt;
  Edit edit{uid, Operator::Pipeline, target->first, {}, {}, {}};
  edit.value = kernelPipelines()[sampler.stream().below(kernelPipelines().size())].name;
  return edit;
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  const llvm::Instruction* const target = describer.instruction(edit.target);
  const std::string kernel = target != nullptr ? briefName(target->getFunction()->getName().str()) : "the kernel";
  const KernelPipeline* const pipeline = findKernelPipeline(edit.value);
  description.text =
      fmt::format("{} is compiled with {}", kernel, pipeline != nullptr ? pipeline->words : "passes that this version does not know");
}

} // namespace

extern const OperatorDefinition pipelineOperator;
const OperatorDefinition pipelineOperator = {Operator::Pipeline, apply, propose, describe};

} // namespace gevo::ir
