#pragma once

/// Ways to write each edit of a list in CUDA.

#include "core/kernel/ir/base_module.h"
#include "core/protocol/patch.h"

namespace gevo::ir {

/// Each edit is applied after those before it. Inactive edits have none.
Result<FoundRewrites> findRewrites(const BaseModule& base, const FindRewritesRequest& request, const std::vector<SourceFile>& sources);

} // namespace gevo::ir
