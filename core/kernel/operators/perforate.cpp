#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/marks.h"
#include "core/kernel/ir/perforation.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

#include <array>
#include <llvm/ADT/StringExtras.h>

namespace gevo::ir {
namespace {

constexpr std::array values{"2", "3", "4", "8"};
constexpr unsigned most = 256;

bool isValue(const std::string& value) {
  unsigned rounds = 0;
  return llvm::to_integer(value, rounds, 10) && value == std::to_string(rounds) && rounds >= 2 && rounds <= most;
}

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  if (!target || !isValue(edit.value) || application.backEdgesBeside(*target).size() != 1 || !mayBePerforated(*target)) return false;
  if (!setMark(*target, Mark::Approximation, edit.value)) return false;
  application.markInexact(*target);
  return true;
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction(
      [&](const llvm::Instruction& instruction) { return sampler.application().backEdgesBeside(instruction).size() == 1; });
  if (!target) return std::nullopt;
  Edit edit{uid, Operator::Perforate, target->first, {}, {}, {}};
  edit.value = values[sampler.stream().below(values.size())];
  return edit;
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  const llvm::Instruction* const target = describer.instruction(edit.target);
  description.text = fmt::format("only one of {} rounds of this loop runs", edit.value);
  if (target && perforationScales(*target)) description.text += fmt::format(", and what it only adds up counts {} times", edit.value);
}

} // namespace

extern const OperatorDefinition perforateOperator;
const OperatorDefinition perforateOperator = {Operator::Perforate, apply, propose, describe};

} // namespace gevo::ir
