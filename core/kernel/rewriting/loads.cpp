#include "core/kernel/rewriting/loads.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/Type.h>

namespace gevo::ir {

namespace {

using Node = SyntaxTree::Node;

bool isRead(const SyntaxTree& tree, Node node) {
  const SyntaxNode& of = tree[node];
  const bool isPlace = of.kind == SyntaxKind::Subscript || (of.kind == SyntaxKind::Unary && of.name == "*");
  return isPlace && tree.isExpression(node) && of.role != SyntaxRole::Left;
}

/// What a variable that the node is computed from can be declared before; none where that is computed in each round of a loop.
Node statementAround(const SyntaxTree& tree, Node node) {
  const Node conditional = tree.conditionalOf(node);
  if (conditional == SyntaxTree::none) return tree.statementOf(node);
  return tree[conditional].kind == SyntaxKind::If ? conditional : SyntaxTree::none;
}

/// One for each load; empty where one of them is not written as such, or two of them are written as one.
std::vector<Node> readsOf(const SyntaxTree& tree, const std::vector<std::vector<Node>>& loads) {
  std::vector<Node> reads;
  for (const std::vector<Node>& nodes : loads) {
    const auto read = std::ranges::find_if(nodes, [&](Node node) { return isRead(tree, node); });
    if (read == nodes.end() || std::ranges::find(reads, *read) != reads.end()) return {};
    reads.push_back(*read);
  }
  return reads;
}

/// Of integers, those with a sign first.
std::vector<std::string> elementNames(const llvm::Type& element) {
  if (element.isFloatTy()) return {"float"};
  if (element.isDoubleTy()) return {"double"};
  if (element.isIntegerTy(8)) return {"char", "uchar"};
  if (element.isIntegerTy(16)) return {"short", "ushort"};
  if (element.isIntegerTy(32)) return {"int", "uint"};
  if (element.isIntegerTy(64)) return {"longlong", "ulonglong"};
  return {};
}

} // namespace

std::vector<std::string> vectorTypes(const llvm::Type& element, unsigned count) {
  std::vector<std::string> names = elementNames(element);
  for (std::string& name : names) name += std::to_string(count);
  return names;
}

std::vector<SourceRewrite> waysToVectorise(const SyntaxTree& tree, const std::vector<std::string>& types,
                                           const std::vector<std::vector<Node>>& loads) {
  const std::vector<Node> reads = readsOf(tree, loads);
  Node first = SyntaxTree::none;
  for (const Node read : reads) {
    const Node statement = statementAround(tree, read);
    if (statement == SyntaxTree::none || tree[statement].file != tree[reads.front()].file) return {};
    if (first == SyntaxTree::none || tree[statement].begin < tree[first].begin) first = statement;
  }
  std::vector<SourceRewrite> found;
  if (first == SyntaxTree::none) return found;
  const std::string name = tree.freshName(first, "loaded");
  for (const std::string& type : types) {
    const std::string load = fmt::format("const {0} {1} = *(const {0}*)&{2};", type, name, tree.text(reads.front()));
    std::vector<Replacement> replacements = tree.insertBefore(first, {load});
    for (std::size_t i = 0; i < reads.size(); ++i) replacements.push_back(tree.replace(reads[i], fmt::format("{}.{}", name, "xyzw"[i])));
    found.push_back({std::move(replacements), fmt::format("`{}` before line {}", load, tree.line(first))});
  }
  return found;
}

std::vector<SourceRewrite> waysToShare(const SyntaxTree& tree, const std::string& lanes, const std::vector<Node>& nodes) {
  constexpr int warpLanes = 32;
  std::vector<SourceRewrite> found;
  for (const Node node : nodes) {
    const Node statement = isRead(tree, node) ? statementAround(tree, node) : SyntaxTree::none;
    if (statement == SyntaxTree::none) continue;
    const std::string active = tree.freshName(statement, "active");
    std::vector<std::string> declarations{fmt::format("const unsigned {} = __activemask();", active)};
    std::string leader = fmt::format("__ffs({}) - 1", active);
    if (const int group = std::stoi(lanes); group != warpLanes) {
      const std::string first = tree.freshName(statement, "first");
      declarations.push_back(fmt::format("const unsigned {} = ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) & {};",
                                         first, warpLanes - group));
      leader = fmt::format("{0} + __ffs({1} >> {0}) - 1", first, active);
    }
    const auto add = [&](Node replaced, const std::string& text) {
      std::vector<Replacement> replacements = tree.insertBefore(statement, declarations);
      replacements.push_back(tree.replace(replaced, text));
      found.push_back(
          {std::move(replacements), fmt::format("`{}` in line {} is the same in {} threads", tree.text(node), tree.line(node), lanes)});
    };
    if (const Node index = tree[node].kind == SyntaxKind::Subscript ? tree.child(node, SyntaxRole::Right) : SyntaxTree::none;
        index != SyntaxTree::none)
      add(index, fmt::format("__shfl_sync({}, {}, {})", active, tree.text(index), leader));
    add(node, fmt::format("(*(decltype(&{0}))__shfl_sync({1}, (unsigned long long)&{0}, {2}))", tree.text(node), active, leader));
  }
  return found;
}

} // namespace gevo::ir
