#pragma once

/// What can be done to a piece of source without knowing an edit: parts left out, conditions decided. Ordered from the least to the most
/// that is lost.

#include "core/kernel/rewriting/syntax_tree.h"

namespace gevo::ir {

/// Ways to simplify the node itself and the statement or condition that it is part of.
std::vector<SourceRewrite> simplifications(const SyntaxTree& tree, SyntaxTree::Node node);

/// Ways to write the text in place of the node, the likeliest first. LLVM takes `x` for `2` in what an `if (x == 2)` controls, and goes on
/// doing so where the condition becomes `true`.
std::vector<SourceRewrite> waysToReplace(const SyntaxTree& tree, SyntaxTree::Node node, const std::string& text);

} // namespace gevo::ir
