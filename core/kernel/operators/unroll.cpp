#include "core/kernel/describe/describer.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

#include <array>
#include <llvm/ADT/StringExtras.h>

namespace gevo::ir {
namespace {

/// "1": not at all.
constexpr std::array values{"1", "2", "4", "8", "16", "full"};
constexpr unsigned mostRounds = 256;

bool isValue(const std::string& value) {
  unsigned rounds = 0;
  return value == "full" || (llvm::to_integer(value, rounds, 10) && value == std::to_string(rounds) && rounds >= 1 && rounds <= mostRounds);
}

bool apply(Application& application, const Edit& edit) {
  const llvm::Instruction* target = application.find(edit.target);
  if (!target || !isValue(edit.value)) return false;
  const std::vector<llvm::Instruction*> backEdges = application.backEdgesBeside(*target);
  return !backEdges.empty() && application.setUnrolling(backEdges, edit.target, edit.value);
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction(
      [&](const llvm::Instruction& instruction) { return !sampler.application().backEdgesBeside(instruction).empty(); });
  if (!target) return std::nullopt;
  Edit edit{uid, Operator::Unroll, target->first, {}, {}, {}};
  edit.value = values[sampler.stream().below(values.size())];
  return edit;
}

void describe(const Describer&, const Edit& edit, EditDescription& description) {
  if (edit.value == "1")
    description.text = "this loop is not to be unrolled";
  else if (edit.value == "full")
    description.text = "this loop is to be unrolled, in full where its number of rounds is known";
  else
    description.text = fmt::format("this loop is to be unrolled, {} rounds at once", edit.value);
}

} // namespace

extern const OperatorDefinition unrollOperator;
const OperatorDefinition unrollOperator = {Operator::Unroll, apply, propose, describe};

} // namespace gevo::ir
