#include "core/kernel/rewriting/node_rules.h"

#include "core/kernel/rewriting/loops.h"
#include "core/kernel/rewriting/substitute.h"

#include <fmt/format.h>

namespace gevo::ir {

namespace {

using Node = SyntaxTree::Node;

class Rules {
public:
  explicit Rules(const SyntaxTree& tree) : tree_(tree) {}

  void expression(Node node) {
    if (!tree_.isExpression(node)) return;
    switch (tree_[node].kind) {
    case SyntaxKind::Binary:
      binary(node);
      break;
    case SyntaxKind::Conditional:
      keep(node, tree_.child(node, SyntaxRole::Left));
      keep(node, tree_.child(node, SyntaxRole::Right));
      break;
    case SyntaxKind::Call:
      for (const Node child : tree_.children(node))
        if (tree_[child].role == SyntaxRole::Argument) keep(node, child);
      break;
    default:
      break;
    }
  }

  void condition(Node conditional) {
    const Node condition = tree_.child(conditional, SyntaxRole::Condition);
    if (condition == SyntaxTree::none) return;
    replace(condition, "true");
    replace(condition, "false");
  }

  void statement(Node statement) {
    const SyntaxKind kind = tree_[statement].kind;
    if (kind == SyntaxKind::Declaration || kind == SyntaxKind::Return) return; // others need what it declares, or returns
    if (auto kept = keptInVariable(tree_, statement)) made_.push_back(std::move(*kept));
    made_.push_back({tree_.remove(statement), fmt::format("line {} is gone", tree_.line(statement))});
  }

  std::vector<SourceRewrite> take() { return std::move(made_); }

private:
  void binary(Node node) {
    const Node left = tree_.child(node, SyntaxRole::Left);
    const Node right = tree_.child(node, SyntaxRole::Right);
    const std::string& sign = tree_[node].name;
    const bool compares = sign == "<" || sign == ">" || sign == "<=" || sign == ">=" || sign == "==" || sign == "!=";
    if (compares) {
      replace(node, "true");
      replace(node, "false");
    } else {
      keep(node, right);
      keep(node, left);
    }
  }

  void keep(Node whole, Node part) {
    if (part != SyntaxTree::none) replace(whole, std::string(tree_.text(part)));
  }

  void replace(Node node, const std::string& text) {
    for (SourceRewrite& one : waysToReplace(tree_, node, text)) made_.push_back(std::move(one));
  }

  const SyntaxTree& tree_;
  std::vector<SourceRewrite> made_;
};

} // namespace

std::vector<SourceRewrite> simplifications(const SyntaxTree& tree, Node node) {
  Rules rules(tree);
  rules.expression(node);
  const SyntaxKind kind = tree[node].kind;
  if (kind == SyntaxKind::If || kind == SyntaxKind::For || kind == SyntaxKind::While) {
    rules.condition(node);
  } else if (const Node conditional = tree.conditionalOf(node); conditional != SyntaxTree::none) {
    // One of several that `&&` and `||` join.
    for (Node outer = tree[node].parent; outer != SyntaxTree::none && outer != conditional; outer = tree[outer].parent)
      rules.expression(outer);
    rules.condition(conditional);
  } else if (const Node statement = tree.statementOf(node); statement != SyntaxTree::none) {
    rules.statement(statement);
  }
  return rules.take();
}

namespace {

/// Names of variables that the condition says are equal to a number, and the numbers.
void collectEqualities(const SyntaxTree& tree, Node condition, std::vector<std::pair<Node, Node>>& found) {
  const SyntaxNode& of = tree[condition];
  const Node left = tree.written(tree.child(condition, SyntaxRole::Left));
  const Node right = tree.written(tree.child(condition, SyntaxRole::Right));
  if (of.kind != SyntaxKind::Binary || left == SyntaxTree::none || right == SyntaxTree::none) return;
  if (of.name == "&&") {
    collectEqualities(tree, left, found);
    collectEqualities(tree, right, found);
  }
  if (of.name == "==" && tree[left].kind == SyntaxKind::Name && tree[right].kind == SyntaxKind::Literal) found.emplace_back(left, right);
  if (of.name == "==" && tree[right].kind == SyntaxKind::Name && tree[left].kind == SyntaxKind::Literal) found.emplace_back(right, left);
}

void replaceNames(const SyntaxTree& tree, Node within, std::string_view name, std::string_view text, std::vector<Replacement>& made) {
  if (tree[within].kind == SyntaxKind::Name && tree.text(within) == name) made.push_back(tree.replace(within, std::string(text)));
  for (const Node child : tree.children(within)) replaceNames(tree, child, name, text, made);
}

/// Of what an `if` controls: `x` is `2` where the node says so. Empty where it says no such thing.
std::vector<Replacement> knownBehind(const SyntaxTree& tree, Node node) {
  const Node conditional = tree.conditionalOf(node);
  if (conditional == SyntaxTree::none || tree[conditional].kind != SyntaxKind::If) return {};
  for (Node outer = node; tree[outer].role != SyntaxRole::Condition; outer = tree[outer].parent) {
    const SyntaxNode& holder = tree[tree[outer].parent];
    if (holder.kind != SyntaxKind::Other && !(holder.kind == SyntaxKind::Binary && holder.name == "&&")) return {};
  }
  std::vector<std::pair<Node, Node>> equalities;
  collectEqualities(tree, node, equalities);
  std::vector<Replacement> made;
  const Node body = tree.child(conditional, SyntaxRole::Body);
  for (const auto& [name, number] : equalities)
    if (body != SyntaxTree::none) replaceNames(tree, body, tree.text(name), tree.text(number), made);
  return made;
}

} // namespace

std::vector<SourceRewrite> waysToReplace(const SyntaxTree& tree, Node node, const std::string& text) {
  if (tree.text(node) == text) return {};
  const std::string what = fmt::format("`{}` in line {} becomes `{}`", tree.text(node), tree.line(node), text);
  std::vector<SourceRewrite> ways{{substitute(tree, node, text), what}};
  std::vector<Replacement> known = text == "true" ? knownBehind(tree, node) : std::vector<Replacement>();
  if (known.empty()) return ways;
  known.insert(known.begin(), ways[0].replacements.begin(), ways[0].replacements.end());
  ways.insert(ways.begin(), {std::move(known), what + ", and its values stand in what it controls"});
  return ways;
}

} // namespace gevo::ir
