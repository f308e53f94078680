#pragma once

/// What can be done to what a loop repeats: something else in one of its rounds, and a sum in a variable of its own.

#include "core/kernel/rewriting/syntax_tree.h"

#include <optional>

namespace gevo::ir {

/// A round of a loop that counts up or down from one literal by another.
struct Round {
  std::string counter;
  long long value = 0; ///< the counter's in that round
};

/// `number`: of the round, from 0, of the innermost loop around the node. Nothing where that is none that counts so.
std::optional<Round> roundAround(const SyntaxTree& tree, SyntaxTree::Node node, unsigned number);

/// The text in place of the node in that round: "k == 2 ? text : node", or of `true` and `false` "k == 2 || node" and "k != 2 && node".
/// The node's own text stays, so that several rounds can differ.
std::vector<Replacement> replaceIn(const SyntaxTree& tree, SyntaxTree::Node node, const Round& round, const std::string& text);

/// In that round the statement is left out.
std::vector<Replacement> skipIn(const SyntaxTree& tree, SyntaxTree::Node statement, const Round& round);

/// What each round of a loop adds to, or combines with otherwise, is kept in a variable until the loop ends. Nothing where the statement is
/// no such one, its place may differ from round to round, or other code of the loop names the place. Through another pointer it may
/// still be read: only tests tell.
std::optional<SourceRewrite> keptInVariable(const SyntaxTree& tree, SyntaxTree::Node statement);

} // namespace gevo::ir
