#include "core/kernel/describe/describer.h"
#include "core/kernel/ir/cache_hints.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

#include <algorithm>
#include <array>

namespace gevo::ir {
namespace {

/// PTX ISA, "Cache Operators". The first of each is what an access without one has.
constexpr std::array loadValues{"ca", "cg", "cs"};
constexpr std::array storeValues{"wb", "cg", "cs", "wt"};

template <std::size_t count> bool isOne(const std::array<const char*, count>& values, const std::string& value) {
  return std::ranges::find(values, value) != values.end();
}

template <std::size_t count> std::string drawn(MutationSampler& sampler, const std::array<const char*, count>& values) {
  return values[sampler.stream().below(values.size())];
}

bool isValue(const llvm::Instruction& access, const std::string& value) {
  return llvm::isa<llvm::LoadInst>(access) ? isOne(loadValues, value) : isOne(storeValues, value);
}

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  if (!target || !mayTakeCacheHint(*target) || !isValue(*target, edit.value)) return false;
  return setCacheHint(*target, edit.value);
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction(mayTakeCacheHint);
  if (!target) return std::nullopt;
  Edit edit{uid, Operator::Cache, target->first, {}, {}, {}};
  edit.value = llvm::isa<llvm::LoadInst>(*target->second) ? drawn(sampler, loadValues) : drawn(sampler, storeValues);
  return edit;
}

/// In the words of the PTX ISA.
const char* meaningOf(const std::string& value) {
  if (value == "cg") return "cached in L2 only";
  if (value == "cs") return "cached as likely used once";
  if (value == "wt") return "written through the L2 cache";
  return "cached at all levels";
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  description.text = fmt::format("{} is to be {} (`.{}`)", describer.noun(edit.target), meaningOf(edit.value), edit.value);
}

} // namespace

extern const OperatorDefinition cacheOperator;
const OperatorDefinition cacheOperator = {Operator::Cache, apply, propose, describe};

} // namespace gevo::ir
