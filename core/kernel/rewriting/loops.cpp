#include "core/kernel/rewriting/loops.h"

#include "core/kernel/rewriting/precedence.h"
#include "core/kernel/rewriting/substitute.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace gevo::ir {

namespace {

using Node = SyntaxTree::Node;

/// The innermost loop in whose body the node is.
Node loopAround(const SyntaxTree& tree, Node node) {
  for (Node outer = tree[node].parent; outer != SyntaxTree::none; node = outer, outer = tree[outer].parent) {
    const SyntaxKind kind = tree[outer].kind;
    const bool isLoop = kind == SyntaxKind::For || kind == SyntaxKind::While || kind == SyntaxKind::Do;
    const SyntaxRole role = tree[node].role;
    if (isLoop && (role == SyntaxRole::Body || role == SyntaxRole::Condition)) return outer;
  }
  return SyntaxTree::none;
}

std::string withoutBlanks(std::string_view text) {
  std::string rest(text);
  std::erase_if(rest, [](unsigned char c) { return std::isspace(c) != 0; });
  return rest;
}

std::optional<long long> number(std::string_view text) {
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Of "k++", "++k", "k += 2" and their like.
std::optional<long long> stepOf(std::string_view text, const std::string& counter) {
  const std::string step = withoutBlanks(text);
  if (step == counter + "++" || step == "++" + counter) return 1;
  if (step == counter + "--" || step == "--" + counter) return -1;
  if (step.starts_with(counter + "+=")) return number(std::string_view(step).substr(counter.size() + 2));
  if (step.starts_with(counter + "-="))
    if (const auto by = number(std::string_view(step).substr(counter.size() + 2))) return -*by;
  return std::nullopt;
}

std::string operand(std::string_view text, std::string_view of) {
  return loosestIn(text) > precedenceOf(of) ? std::string(text) : fmt::format("({})", text);
}

template <class Predicate> bool anyIn(const SyntaxTree& tree, Node node, const Predicate& isMeant) {
  if (isMeant(node)) return true;
  return std::ranges::any_of(tree.children(node), [&](Node child) { return anyIn(tree, child, isMeant); });
}

/// The variable is declared or changed there.
bool changesIn(const SyntaxTree& tree, Node within, std::string_view name) {
  return anyIn(tree, within, [&](Node node) {
    const SyntaxNode& of = tree[node];
    if (of.kind == SyntaxKind::Variable) return of.name == name;
    const Node left = of.kind == SyntaxKind::Assignment ? tree.child(node, SyntaxRole::Left) : SyntaxTree::none;
    if (left != SyntaxTree::none) return tree.text(left) == name;
    const std::string text = of.kind == SyntaxKind::Unary ? withoutBlanks(tree.text(node)) : std::string();
    return !text.empty() && (text.starts_with("++") || text.starts_with("--") || text.ends_with("++") || text.ends_with("--")) &&
           text.find(name) != std::string::npos;
  });
}

/// What is written in the statement is the same place in each round, and nothing else in the loop knows it by the same words.
bool isOnePlaceOf(const SyntaxTree& tree, Node place, Node loop) {
  const bool moves = anyIn(tree, place, [&](Node node) {
    const bool isCall = tree[node].kind == SyntaxKind::Call;
    return isCall || (tree[node].kind == SyntaxKind::Name && changesIn(tree, loop, tree.text(node)));
  });
  const bool isSeen = anyIn(tree, loop, [&](Node node) {
    const bool leaves = tree[node].kind == SyntaxKind::Return || tree.text(node).starts_with("goto");
    return leaves || (node != place && tree[node].kind == SyntaxKind::Subscript && tree.text(node) == tree.text(place));
  });
  return !moves && !isSeen;
}

/// The counter that a loop's header declares or sets, and what to.
std::optional<std::pair<std::string, Node>> startOf(const SyntaxTree& tree, Node loop) {
  Node start = tree.child(loop, SyntaxRole::Start);
  if (start != SyntaxTree::none && tree[start].kind == SyntaxKind::Declaration && tree.children(start).size() == 1)
    start = tree.children(start).front();
  if (start == SyntaxTree::none) return std::nullopt;
  if (tree[start].kind == SyntaxKind::Variable) return std::pair(tree[start].name, tree.child(start, SyntaxRole::Value));
  const Node left = tree.child(start, SyntaxRole::Left);
  if (tree[start].kind != SyntaxKind::Assignment || left == SyntaxTree::none) return std::nullopt;
  return std::pair(std::string(tree.text(left)), tree.child(start, SyntaxRole::Right));
}

} // namespace

std::optional<Round> roundAround(const SyntaxTree& tree, Node node, unsigned number) {
  const Node loop = loopAround(tree, node);
  if (loop == SyntaxTree::none) return std::nullopt;
  const auto start = startOf(tree, loop);
  const Node step = tree.child(loop, SyntaxRole::Step);
  if (!start || start->second == SyntaxTree::none || step == SyntaxTree::none) return std::nullopt;
  const auto first = ir::number(tree.text(start->second));
  const auto by = stepOf(tree.text(step), start->first);
  if (!first || !by) return std::nullopt;
  return Round{start->first, *first + *by * static_cast<long long>(number)};
}

std::vector<Replacement> replaceIn(const SyntaxTree& tree, Node node, const Round& round, const std::string& text) {
  const std::string sign = text == "true" ? "||" : text == "false" ? "&&" : "?";
  const bool decides = sign != "?";
  std::string before = fmt::format("{} {} {} {} ", round.counter, sign == "&&" ? "!=" : "==", round.value, sign);
  if (!decides) before += operand(text, sign) + " : ";
  std::string behind;
  const int own = loosestIn(tree.text(node));
  if (own < precedenceOf(sign) || (own == precedenceOf(sign) && !decides)) {
    before += "(";
    behind += ")";
  }
  if (!fitsWithoutParentheses(tree, node, decides ? "a " + sign + " b" : "a ? b : c")) {
    before.insert(0, "(");
    behind += ")";
  }
  const SyntaxNode& of = tree[node];
  std::vector<Replacement> made{{of.file, of.begin, of.begin, before}};
  if (!behind.empty()) made.push_back({of.file, of.end, of.end, behind});
  return made;
}

std::vector<Replacement> skipIn(const SyntaxTree& tree, Node statement, const Round& round) {
  const std::string condition = fmt::format("if ({} != {})", round.counter, round.value);
  return tree.insertBefore(statement, {condition});
}

std::optional<SourceRewrite> keptInVariable(const SyntaxTree& tree, Node statement) {
  if (tree[statement].kind != SyntaxKind::Statement || tree.children(statement).size() != 1) return std::nullopt;
  const Node sum = tree.children(statement).front();
  const Node left = tree.child(sum, SyntaxRole::Left);
  const Node loop = loopAround(tree, statement);
  const bool isCombined = tree[sum].kind == SyntaxKind::Assignment && tree[sum].name.size() > 1;
  if (!isCombined || left == SyntaxTree::none || loop == SyntaxTree::none || tree[left].kind != SyntaxKind::Subscript) return std::nullopt;
  if (!isOnePlaceOf(tree, left, loop)) return std::nullopt;
  const std::string name = tree.freshName(loop, "kept");
  const std::string place(tree.text(left));
  SourceRewrite made{tree.surround(loop, fmt::format("auto {} = {};", name, place), fmt::format("{} = {};", place, name)),
                     fmt::format("`{}` is kept in a variable in the loop in line {}", place, tree.line(loop))};
  made.replacements.push_back(tree.replace(left, name));
  return made;
}

} // namespace gevo::ir
