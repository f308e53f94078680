#pragma once

/// Approximations, as CUDA.

#include "core/edit/edit.h"
#include "core/kernel/rewriting/syntax_tree.h"

#include <vector>

namespace gevo::ir {

/// `nodes` are where debug information locates the edit's target, which computes a double or not.
std::vector<SourceRewrite> waysToApproximate(const SyntaxTree& tree, const Edit& edit, bool ofDoubles,
                                             const std::vector<SyntaxTree::Node>& nodes);

} // namespace gevo::ir
