#pragma once

/// An expression in place of another.

#include "core/kernel/rewriting/syntax_tree.h"

namespace gevo::ir {

/// What is beside the node can't take a part of the text.
bool fitsWithoutParentheses(const SyntaxTree& tree, SyntaxTree::Node node, const std::string& text);

/// The expression in place of the node: in parentheses where operators beside it could bind tighter. What a condition that became `true` or
/// `false` decides is left out: `c ? a : b`, `c && d`, an `if`.
std::vector<Replacement> substitute(const SyntaxTree& tree, SyntaxTree::Node node, const std::string& text);

} // namespace gevo::ir
