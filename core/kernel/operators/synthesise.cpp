#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/evolved_functions.h"
#include "core/kernel/ir/kept_functions.h"
#include "core/kernel/operators/operator.h"
#include "core/kernel/operators/target_values.h"
#include "core/tmbl/code.h"
#include "core/tmbl/dead_code.h"
#include "core/tmbl/formula.h"

#include <charconv>
#include <cmath>
#include <llvm/IR/Instructions.h>

namespace gevo::ir {
namespace {

/// Numbers of the programs that are near the called function.
std::vector<std::string> valuesFor(const llvm::Instruction& instruction) {
  std::vector<std::string> values;
  const llvm::Function* const kept = keptFunctionOf(instruction);
  const unsigned count = kept ? evolvedCount(*kept) : 0;
  for (unsigned number = 1; number <= count; ++number) values.push_back(std::to_string(number));
  return values;
}

const llvm::Function* chosenFor(const llvm::Instruction& instruction, const std::string& value) {
  const llvm::Function* const kept = keptFunctionOf(instruction);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  return kept && error == std::errc() && end == value.data() + value.size() ? evolvedFunction(*kept, number) : nullptr;
}

bool apply(Application& application, const Edit& edit) {
  auto* const call = llvm::dyn_cast_or_null<llvm::CallInst>(application.find(edit.target));
  if (!call) return false;
  auto* const chosen = const_cast<llvm::Function*>(chosenFor(*call, edit.value));
  if (!chosen || call->getCalledFunction() == chosen) return false;
  call->setCalledFunction(chosen);
  application.markInexact(*call);
  return true;
}

/// Of two programs the nearer one: most of the others change results too much.
std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction([](const llvm::Instruction& instruction) { return !valuesFor(instruction).empty(); });
  if (!target) return std::nullopt;
  const llvm::Function& kept = *keptFunctionOf(*target->second);
  const auto draw = [&] { return 1 + static_cast<unsigned>(sampler.stream().below(evolvedCount(kept))); };
  const auto errorOf = [&](unsigned number) {
    const auto described = describeEvolved(*evolvedFunction(kept, number));
    return described ? described->error : INFINITY;
  };
  const unsigned first = draw();
  const unsigned second = draw();
  Edit edit{uid, Operator::Synthesise, target->first, {}, {}, {}};
  edit.value = std::to_string(errorOf(second) < errorOf(first) ? second : first);
  return edit;
}

/// "call of exp uses program 3: x * 0.5 + 1".
void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  const llvm::Instruction* const target = describer.instruction(edit.target);
  if (target == nullptr) return;
  const llvm::Function* const chosen = chosenFor(*target, edit.value);
  const std::optional<EvolvedFunction> evolved = chosen ? describeEvolved(*chosen) : std::nullopt;
  if (!evolved) return;
  tmbl::FormulaOptions options;
  constexpr int digits = 4;
  options.digits = digits;
  for (const llvm::Argument& argument : keptFunctionOf(*target)->args()) {
    const bool hasName = argument.hasName() && !argument.getName().starts_with("_"); // as those of CUDA's headers
    options.inputs.push_back(hasName ? argument.getName().str() : fmt::format("x{}", argument.getArgNo() + 1));
  }
  description.text = fmt::format("call of {} uses program {}: {}", calledName(*keptFunctionOf(*target)), edit.value,
                                 tmbl::formula(tmbl::lower(evolved->program, tmbl::firstSlot), options));
}

} // namespace

extern const OperatorDefinition synthesiseOperator;
const OperatorDefinition synthesiseOperator = {Operator::Synthesise, apply, propose, describe};

} // namespace gevo::ir
