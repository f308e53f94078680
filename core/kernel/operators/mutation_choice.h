#pragma once

/// What mutations may be.

#include "core/edit/operators.h"
#include "core/kernel/operators/execution_profile.h"

#include <cstdint>
#include <map>
#include <string>

namespace gevo::ir {

struct MutationChoice {
  Operators operators = allOperators(); ///< at least one
  /// Targets that it prefers; null: all are equally likely (Targeting::Uniform).
  const ExecutionProfile* executionProfile = nullptr;
  std::map<std::string, std::uint32_t> registers = {}; ///< that the original's kernels take for each thread, as far as that is known
};

} // namespace gevo::ir
