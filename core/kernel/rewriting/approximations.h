#pragma once

/// Approximations, as CUDA.

#include "core/edit/edit.h"
#include "core/kernel/rewriting/syntax_tree.h"

#include <vector>

namespace gevo::ir {

/// `nodes` are where debug information locates the edit's target.
std::vector<SourceRewrite> waysToApproximate(const SyntaxTree& tree, const Edit& edit, const std::vector<SyntaxTree::Node>& nodes);

} // namespace gevo::ir
