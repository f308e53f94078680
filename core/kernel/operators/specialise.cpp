#include "core/kernel/demangle/demangle.h"
#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/specialisation.h"
#include "core/kernel/operators/kernel_parameters.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

namespace gevo::ir {
namespace {

bool isParameter(const llvm::Argument& argument) { return maySpecialise(argument); }

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* const target = application.find(edit.target);
  if (!target) return false;
  if (edit.substitute.kind == ValueRef::Kind::None) return maySpecialise(*target) && specialise(*target, edit.value);
  llvm::Argument* const parameter = kernelParameter(application, edit);
  return parameter && maySpecialise(*parameter) && specialise(*parameter, edit.value);
}

/// That the tests' launches had.
std::vector<std::uint64_t> valuesOf(const LaunchedKernel& launched, const llvm::Argument& parameter) {
  const auto known = launched.parameters.find(parameter.getArgNo());
  return known != launched.parameters.end() ? known->second : std::vector<std::uint64_t>();
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction([&](const llvm::Instruction& instruction) {
    return sampler.launched(*instruction.getFunction()) != nullptr && (namesKernel(instruction) || maySpecialise(instruction));
  });
  if (!target) return std::nullopt;
  const LaunchedKernel& launched = *sampler.launched(*target->second->getFunction());
  Edit edit{uid, Operator::Specialise, target->first, {}, {}, {}};
  std::vector<std::uint64_t> values;
  if (namesKernel(*target->second)) {
    const llvm::Argument* const parameter = drawParameter(sampler, *target->second, isParameter);
    if (!parameter) return std::nullopt;
    edit.substitute = {ValueRef::Kind::Argument, {}, parameter->getArgNo()};
    values = valuesOf(launched, *parameter);
  } else {
    values = launched.sizes[sizeOf(*target->second)];
  }
  if (values.empty()) return std::nullopt;
  edit.value = std::to_string(values[sampler.stream().below(values.size())]);
  return edit;
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  const llvm::Instruction* const target = describer.instruction(edit.target);
  if (target == nullptr) return;
  std::string what = describer.noun(edit.target);
  std::string value = edit.value;
  if (const llvm::Argument* const parameter = kernelParameter(*target, edit)) {
    what = describer.parameter(*parameter);
    value = shownValue(edit.value, *parameter->getType());
  }
  // What tells several of a kernel apart comes first.
  description.text = fmt::format("{} = {} has code of its own in {}", what, value, briefName(target->getFunction()->getName().str()));
}

} // namespace

extern const OperatorDefinition specialiseOperator;
const OperatorDefinition specialiseOperator = {Operator::Specialise, apply, propose, describe};

} // namespace gevo::ir
