#include "core/kernel/rewriting/directives.h"
#include "core/kernel/rewriting/approximations.h"
#include "core/kernel/rewriting/loads.h"
#include "core/kernel/rewriting/loops.h"

#include <fmt/format.h>

namespace gevo::ir {

namespace {

using Node = SyntaxTree::Node;

std::vector<SourceRewrite> unrolled(const SyntaxTree& tree, const std::string& value, const std::vector<Node>& nodes) {
  std::vector<SourceRewrite> found;
  const std::string directive = value == "full" ? "unroll" : "unroll " + value;
  for (const Node node : nodes)
    if (const Node loop = tree.loopOf(node); loop != SyntaxTree::none)
      if (std::vector<Replacement> written = tree.writePragma(loop, "unroll", directive); !written.empty())
        found.push_back({std::move(written), fmt::format("`#pragma {}` before line {}", directive, tree.line(loop))});
  return found;
}

/// CUDA C++ Programming Guide, "Load Functions Using Cache Hints" and "Store Functions Using Cache Hints".
std::vector<SourceRewrite> cached(const SyntaxTree& tree, const std::string& value, const std::vector<Node>& nodes) {
  std::vector<SourceRewrite> found;
  for (const Node node : nodes) {
    const SyntaxNode& of = tree[node];
    if (of.kind == SyntaxKind::Assignment && of.name == "=") {
      const Node left = tree.child(node, SyntaxRole::Left);
      const Node right = tree.child(node, SyntaxRole::Right);
      if (left == SyntaxTree::none || right == SyntaxTree::none) continue;
      const std::string call = fmt::format("__st{}(&{}, {})", value, tree.text(left), tree.text(right));
      found.push_back({{tree.replace(node, call)}, fmt::format("`{}` in line {}", call, tree.line(node))});
    }
    const bool isRead = of.kind == SyntaxKind::Subscript || (of.kind == SyntaxKind::Unary && of.name == "*");
    if (!isRead || !tree.isExpression(node) || of.role == SyntaxRole::Left) continue;
    const std::string call = fmt::format("__ld{}(&{})", value, tree.text(node));
    found.push_back({{tree.replace(node, call)}, fmt::format("`{}` in line {}", call, tree.line(node))});
  }
  return found;
}

/// The calls of the same effect for fewer threads: CUDA C++ Programming Guide, "Synchronization Functions", "Memory Fence Functions" and
/// "Atomic Functions".
std::string weaker(std::string_view function, const std::string& value) {
  if (function == "__syncthreads") return value == "warp" ? "__syncwarp" : "";
  if (function == "__threadfence" && value == "block") return "__threadfence_block";
  if (function == "atomicCAS" && value == "block") return "atomicCAS_block";
  return ""; // atomicCAS orders nothing as it is
}

std::vector<SourceRewrite> synchronised(const SyntaxTree& tree, const std::string& value, const std::vector<Node>& nodes) {
  std::vector<SourceRewrite> found;
  for (const Node node : nodes) {
    const std::string_view function = tree[node].name;
    const std::string other = tree[node].kind == SyntaxKind::Call ? weaker(function, value) : std::string();
    if (other.empty() || !tree.text(node).starts_with(function)) continue;
    const std::string call = other + std::string(tree.text(node).substr(function.size()));
    found.push_back({{tree.replace(node, call)}, fmt::format("`{}` becomes `{}` in line {}", tree.text(node), call, tree.line(node))});
  }
  return found;
}

std::vector<SourceRewrite> kept(const SyntaxTree& tree, const std::vector<Node>& nodes) {
  std::vector<SourceRewrite> found;
  for (const Node node : nodes)
    if (const Node statement = tree.statementOf(node); statement != SyntaxTree::none)
      if (auto made = keptInVariable(tree, statement)) found.push_back(std::move(*made));
  return found;
}

} // namespace

std::vector<SourceRewrite> waysToDirect(const SyntaxTree& tree, const Edit& edit, bool ofDoubles, const std::vector<Node>& nodes) {
  if (edit.op == Operator::Share) return waysToShare(tree, edit.value, nodes);
  if (isApproximation(edit.op)) return waysToApproximate(tree, edit, ofDoubles, nodes);
  if (edit.op == Operator::Unroll) return unrolled(tree, edit.value, nodes);
  if (edit.op == Operator::Cache) return cached(tree, edit.value, nodes);
  if (edit.op == Operator::Synchronise) return synchronised(tree, edit.value, nodes);
  if (edit.op == Operator::Promote) return kept(tree, nodes);
  return {}; // clang has no words for a limit of registers, or for the passes of a kernel
}

} // namespace gevo::ir
