#include "core/kernel/rewriting/function_copies.h"

#include <algorithm>
#include <fmt/format.h>

namespace gevo::ir {

namespace {

using Node = SyntaxTree::Node;

/// A function that was inlined.
struct Inlined {
  Node function = SyntaxTree::none;
  Node call = SyntaxTree::none; ///< the name in it; none of the outermost function
  std::string copy;             ///< empty: nothing else calls the function
};

/// The function's name, or that of the template it is an instance of.
std::string_view plainName(std::string_view name) { return name.substr(0, name.find('<')); }

bool namesAt(const SyntaxTree& tree, Node node, const std::string& name) {
  return tree.text(node).substr(tree[node].anchor - tree[node].begin).starts_with(name);
}

/// The name in a call of the function that debug information locates there.
Node calledAt(const SyntaxTree& tree, const SourcePosition& position, const std::string& name) {
  for (const Node node : tree.at(position)) {
    if (tree[node].kind != SyntaxKind::Call || tree[node].name != name) continue;
    const Node callee = tree.written(tree.child(node, SyntaxRole::Callee));
    if (callee != SyntaxTree::none && tree[callee].kind == SyntaxKind::Name && namesAt(tree, callee, name)) return callee;
  }
  return SyntaxTree::none;
}

/// Innermost first. Empty where a function or a call is not found.
std::vector<Inlined> inlinedAlong(const SyntaxTree& tree, const std::vector<SourcePosition>& chain) {
  std::vector<Inlined> all;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const std::vector<Node> nodes = tree.at(chain[i]);
    const Node function = nodes.empty() ? SyntaxTree::none : tree.functionOf(nodes.front());
    if (function == SyntaxTree::none || tree[function].name != plainName(chain[i].function)) return {};
    const bool isRecursive = std::ranges::find(all, function, &Inlined::function) != all.end();
    if (isRecursive || !namesAt(tree, function, tree[function].name)) return {};
    const bool isOutermost = i + 1 == chain.size();
    const Node call = isOutermost ? SyntaxTree::none : calledAt(tree, chain[i + 1], tree[function].name);
    if (!isOutermost && call == SyntaxTree::none) return {};
    all.push_back({function, call, {}});
  }
  return all;
}

/// From the outermost that is called more than once inwards: each needs a copy. "fill_block_in_kernel"; of several calls there the second
/// is of "fill_block_in_kernel_2".
void nameCopies(const SyntaxTree& tree, std::vector<Inlined>& inlined) {
  std::string outer = tree[inlined.back().function].name;
  bool isNeeded = false;
  for (std::size_t i = inlined.size() - 1; i-- > 0;) {
    const std::string& name = tree[inlined[i].function].name;
    const std::vector<Node> calls = tree.callsOf(name);
    isNeeded = isNeeded || calls.size() > 1;
    if (isNeeded) {
      unsigned here = 0; // and which of them it is
      unsigned number = 0;
      for (const Node call : calls) {
        if (!tree.holds(inlined[i + 1].function, call)) continue;
        ++here;
        if (tree.holds(call, inlined[i].call)) number = here;
      }
      inlined[i].copy = fmt::format("{}_in_{}", name, outer) + (number > 1 ? fmt::format("_{}", number) : "");
    }
    outer = isNeeded ? inlined[i].copy : name;
  }
}

Replacement renaming(const SyntaxTree& tree, Node node, const std::string& name, const std::string& copy) {
  return {tree[node].file, tree[node].anchor, tree[node].anchor + static_cast<std::uint32_t>(name.size()), copy};
}

} // namespace

std::optional<SourceRewrite> inCopies(const SyntaxTree& tree, const std::vector<SourcePosition>& chain, const SourceRewrite& rewrite) {
  std::vector<Inlined> inlined = inlinedAlong(tree, chain);
  if (inlined.size() < 2) return std::nullopt;
  nameCopies(tree, inlined);
  SourceRewrite made = rewrite;
  std::size_t innermost = inlined.size();
  for (Replacement& one : made.replacements)
    for (std::size_t i = 0; i < inlined.size(); ++i) {
      const SyntaxNode& function = tree[inlined[i].function];
      const bool isThere = one.file == function.file && one.begin >= function.begin && one.end <= function.end;
      if (!isThere || inlined[i].copy.empty()) continue;
      one.copy = inlined[i].copy;
      innermost = std::min(innermost, i);
    }
  for (std::size_t i = innermost; i < inlined.size() && !inlined[i].copy.empty(); ++i) {
    const SyntaxNode& function = tree[inlined[i].function];
    const SyntaxNode& outer = tree[inlined[i + 1].function];
    // A copy stands behind the function, and can't be called before.
    if (outer.file == function.file && outer.begin < function.begin) return std::nullopt;
    made.copies.push_back({function.file, function.begin, function.end, renaming(tree, inlined[i].function, function.name, inlined[i].copy),
                           fmt::format("// As {}, changed for its call in {}.", function.name, outer.name)});
    Replacement call = renaming(tree, inlined[i].call, function.name, inlined[i].copy);
    call.copy = inlined[i + 1].copy;
    made.replacements.push_back(std::move(call));
    if (i == innermost) made.what += fmt::format(", in a copy of `{}` for its call in `{}`", function.name, outer.name);
  }
  if (made.copies.empty()) return std::nullopt;
  return made;
}

} // namespace gevo::ir
