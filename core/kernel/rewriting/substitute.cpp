#include "core/kernel/rewriting/substitute.h"

#include "core/kernel/rewriting/precedence.h"

namespace gevo::ir {

using Node = SyntaxTree::Node;

bool fitsWithoutParentheses(const SyntaxTree& tree, Node node, const std::string& text) {
  const SyntaxNode& of = tree[node];
  if (of.parent == SyntaxTree::none || loosestIn(text) == tightest) return true;
  const SyntaxNode& outer = tree[of.parent];
  const int own = loosestIn(text);
  switch (outer.kind) {
  case SyntaxKind::Binary: {
    const int around = precedenceOf(outer.name);
    return own > around || (own == around && of.role == SyntaxRole::Left);
  }
  case SyntaxKind::Conditional:
    return own > precedenceOf("?") || of.role == SyntaxRole::Left;
  case SyntaxKind::Subscript:
    return of.role == SyntaxRole::Right;
  case SyntaxKind::Assignment:
    return of.role == SyntaxRole::Right;
  case SyntaxKind::Call:
    return of.role == SyntaxRole::Argument;
  case SyntaxKind::Unary:
    return false;
  case SyntaxKind::Other: { // parentheses, or a cast
    const std::string_view around = tree.text(of.parent);
    const std::string_view inside = tree.text(node);
    return around.size() == inside.size() + 2 && around.front() == '(' && around.back() == ')';
  }
  default:
    return true; // a condition, an initial value, what is returned
  }
}

namespace {

/// Empty where the text does not decide anything but the node itself.
std::vector<Replacement> decided(const SyntaxTree& tree, Node node, bool isTrue) {
  const Node outer = tree[node].parent;
  if (outer == SyntaxTree::none) return {};
  const SyntaxNode& of = tree[outer];
  const auto keepOnly = [&](Node part) {
    return std::vector{Replacement{of.file, of.begin, tree[part].begin, {}}, Replacement{of.file, tree[part].end, of.end, {}}};
  };
  const bool isCondition = tree[node].role == SyntaxRole::Condition;
  if (of.kind == SyntaxKind::Conditional && isCondition) {
    const Node part = tree.child(outer, isTrue ? SyntaxRole::Left : SyntaxRole::Right);
    return part == SyntaxTree::none ? std::vector<Replacement>() : keepOnly(part);
  }
  if (of.kind == SyntaxKind::Binary && (of.name == "&&" || of.name == "||")) {
    if (isTrue != (of.name == "&&")) return {};
    const Node other = tree.child(outer, tree[node].role == SyntaxRole::Left ? SyntaxRole::Right : SyntaxRole::Left);
    return other == SyntaxTree::none ? std::vector<Replacement>() : keepOnly(other);
  }
  if (of.kind == SyntaxKind::If && isCondition) {
    const Node part = tree.child(outer, isTrue ? SyntaxRole::Body : SyntaxRole::Else);
    if (part != SyntaxTree::none) return keepOnly(part);
    return isTrue ? std::vector<Replacement>() : tree.remove(outer);
  }
  if (of.kind == SyntaxKind::For && isCondition && isTrue) return {tree.replace(node, {})};
  if ((of.kind == SyntaxKind::For || of.kind == SyntaxKind::While) && isCondition && !isTrue) return tree.remove(outer);
  return {};
}

} // namespace

std::vector<Replacement> substitute(const SyntaxTree& tree, Node node, const std::string& text) {
  if (text == "true" || text == "false")
    if (std::vector<Replacement> made = decided(tree, node, text == "true"); !made.empty()) return made;
  return {tree.replace(node, fitsWithoutParentheses(tree, node, text) ? text : "(" + text + ")")};
}

} // namespace gevo::ir
