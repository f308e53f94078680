#pragma once

/// What mutations may be.

#include "core/edit/idea.h"
#include "core/edit/operators.h"
#include "core/kernel/operators/execution_profile.h"
#include "core/kernel/operators/launched_values.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gevo::ir {

struct MutationChoice {
  Operators operators = allOperators(); ///< at least one
  /// Targets that it prefers; null: all are equally likely (Targeting::Uniform).
  const ExecutionProfile* executionProfile = nullptr;
  std::map<std::string, std::uint32_t> registers = {}; ///< that the original's kernels take for each thread, as far as that is known
  const LaunchedValues* launched = nullptr;            ///< in the tests; null: not known
  std::vector<std::uint32_t> weights = {};             ///< how often each operator is drawn, by its number; empty: equally often
  const Ideas* ideas = nullptr;                        ///< that a fifth of the mutations try; null: none
};

} // namespace gevo::ir
