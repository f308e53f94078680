#pragma once

/// How CUDA says what a directive says.

#include "core/edit/edit.h"
#include "core/kernel/rewriting/syntax_tree.h"

namespace gevo::ir {

/// `nodes`: where debug information locates the directive's target, which computes a double or not. Nothing for what CUDA can't say, or for
/// code that says it already.
std::vector<SourceRewrite> waysToDirect(const SyntaxTree& tree, const Edit& edit, bool ofDoubles,
                                        const std::vector<SyntaxTree::Node>& nodes);

} // namespace gevo::ir
