#include "core/kernel/demangle/demangle.h"
#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/directives.h"
#include "core/kernel/operators/kernel_parameters.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

#include <array>
#include <llvm/ADT/StringExtras.h>

namespace gevo::ir {
namespace {

/// Where a multiprocessor with 65,536 registers holds another number of blocks of 256 threads, and between.
constexpr std::array values{"16", "20", "24", "28", "32", "40", "48", "56", "64", "80", "96", "128", "168"};
constexpr unsigned fewest = 16; ///< what ptxas takes
constexpr unsigned most = 255;

bool isValue(const std::string& value) {
  unsigned registers = 0;
  return llvm::to_integer(value, registers, 10) && value == std::to_string(registers) && registers >= fewest && registers <= most;
}

bool apply(Application& application, const Edit& edit) {
  const llvm::Instruction* target = application.find(edit.target);
  if (!target || !namesKernel(*target) || !isValue(edit.value)) return false;
  llvm::Function& kernel = *application.module().getFunction(target->getFunction()->getName());
  return setRegisterLimit(kernel, edit.value);
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction(namesKernel);
  if (!target) return std::nullopt;
  Edit edit{uid, Operator::Registers, target->first, {}, {}, {}};
  // Far above what the kernel takes a limit changes nothing; unrolled, it may take more.
  const unsigned taken = sampler.registersOf(*target->second->getFunction());
  std::vector<std::string> candidates;
  for (const char* value : values)
    if (taken == 0 || std::stoul(value) <= taken + taken / 2) candidates.emplace_back(value);
  if (candidates.empty()) return std::nullopt;
  edit.value = candidates[sampler.stream().below(candidates.size())];
  return edit;
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  const llvm::Instruction* const target = describer.instruction(edit.target);
  const std::string kernel = target != nullptr ? briefName(target->getFunction()->getName().str()) : "the kernel";
  description.text = fmt::format("each thread of {} may take at most {} registers", kernel, edit.value);
}

} // namespace

extern const OperatorDefinition registersOperator;
const OperatorDefinition registersOperator = {Operator::Registers, apply, propose, describe};

} // namespace gevo::ir
