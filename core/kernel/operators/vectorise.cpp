#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/directives.h"
#include "core/kernel/ir/kernel_pipelines.h"
#include "core/kernel/ir/marks.h"
#include "core/kernel/ir/vectorisation.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

#include <array>
#include <map>

namespace gevo::ir {
namespace {

constexpr std::array counts{2U, 4U};

/// No compiler does it anyway.
bool makesVector(const NeighbouringLoads& neighbours, const llvm::Instruction& lowest, unsigned count) {
  const std::vector<llvm::LoadInst*> loads = neighbours.from(lowest, count);
  return !loads.empty() && !neighbours.areKnownToBeAligned(loads);
}

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  const auto* const count = std::ranges::find(counts, edit.value, [](unsigned one) { return std::to_string(one); });
  if (!target || count == counts.end() || !llvm::isa<llvm::LoadInst>(target)) return false;
  const NeighbouringLoads neighbours(*target->getFunction());
  if (!makesVector(neighbours, *target, *count) && !neighbours.endOfRounds(*target)) return false;
  return setMark(*target, Mark::Vector, edit.value);
}

/// An edit has its loop unrolled, or those of the kernel; what LLVM unrolls by itself is unrolled in the base.
bool isUnrolled(const llvm::Instruction& endOfRounds) {
  const std::string rounds = unrollingOf(endOfRounds);
  return rounds.empty() ? pipelineOf(*endOfRounds.getFunction()).starts_with("unroll") : rounds != "1";
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  std::map<const llvm::Function*, NeighbouringLoads> known;
  const auto countsFor = [&](const llvm::Instruction& load) {
    std::vector<unsigned> possible;
    if (!llvm::isa<llvm::LoadInst>(load)) return possible;
    auto* const function = const_cast<llvm::Function*>(load.getFunction()); // changes nothing
    const NeighbouringLoads& neighbours = known.try_emplace(function, *function).first->second;
    const llvm::Instruction* const end = neighbours.endOfRounds(load);
    const bool inRounds = end && isUnrolled(*end);
    for (const unsigned count : counts) {
      const bool isPromising = makesVector(neighbours, load, count) && !neighbours.areMisalignedInArray(neighbours.from(load, count));
      if (inRounds || isPromising) possible.push_back(count);
    }
    return possible;
  };
  const auto target = sampler.instruction([&](const llvm::Instruction& instruction) { return !countsFor(instruction).empty(); });
  if (!target) return std::nullopt;
  const std::vector<unsigned> possible = countsFor(*target->second);
  Edit edit{uid, Operator::Vectorise, target->first, {}, {}, {}};
  edit.value = std::to_string(possible[sampler.stream().below(possible.size())]);
  return edit;
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  const char* const others = edit.value == "2" ? "that of the place" : "those of the three places";
  description.text = fmt::format("{} and {} behind it are one load of {} elements", describer.noun(edit.target), others, edit.value);
}

} // namespace

extern const OperatorDefinition vectoriseOperator;
const OperatorDefinition vectoriseOperator = {Operator::Vectorise, apply, propose, describe};

} // namespace gevo::ir
