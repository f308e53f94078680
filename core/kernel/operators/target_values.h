#pragma once

/// Directives whose values depend on their target.

#include "core/kernel/operators/mutation_sampler.h"

#include <algorithm>
#include <string>
#include <vector>

namespace gevo::ir {

/// What an instruction may be told; empty: nothing.
using TargetValues = std::vector<std::string> (*)(const llvm::Instruction&);

inline bool mayTakeValue(const llvm::Instruction& target, const std::string& value, TargetValues valuesFor) {
  const std::vector<std::string> values = valuesFor(target);
  return std::ranges::find(values, value) != values.end();
}

inline std::optional<Edit> proposeValue(MutationSampler& sampler, std::uint64_t uid, Operator op, TargetValues valuesFor) {
  const auto target = sampler.instruction([&](const llvm::Instruction& instruction) { return !valuesFor(instruction).empty(); });
  if (!target) return std::nullopt;
  const std::vector<std::string> values = valuesFor(*target->second);
  Edit edit{uid, op, target->first, {}, {}, {}};
  edit.value = values[sampler.stream().below(values.size())];
  return edit;
}

} // namespace gevo::ir
