#include "core/kernel/rewriting/approximations.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace gevo::ir {

namespace {

using Node = SyntaxTree::Node;
using Replacements = std::vector<Replacement>;

/// CUDA's function for PTX's div.approx.f32: CUDA C++ Programming Guide, "Intrinsic Functions"; or products with the reciprocal, also such
/// that no addition is contracted with them, as the edit has it.
std::vector<SourceRewrite> approximated(const SyntaxTree& tree, const std::string& value, bool ofDoubles, const std::vector<Node>& nodes) {
  using Ways = std::vector<const char*>;
  const Ways ways = value == "approx" ? Ways{"__fdividef({0}, {1})"}
                    : ofDoubles       ? Ways{"{0} * (1.0 / {1})", "__dmul_rn({0}, 1.0 / {1})"}
                                      : Ways{"{0} * (1.0f / {1})", "__fmul_rn({0}, 1.0f / {1})"};
  std::vector<SourceRewrite> found;
  for (const Node node : nodes) {
    const bool assigns = tree[node].kind == SyntaxKind::Assignment && tree[node].name == "/=";
    if (!assigns && (tree[node].kind != SyntaxKind::Binary || tree[node].name != "/")) continue;
    const Node left = tree.child(node, SyntaxRole::Left);
    const Node right = tree.child(node, SyntaxRole::Right);
    if (left == SyntaxTree::none || right == SyntaxTree::none) continue;
    std::string divisor(tree.text(right));
    if (assigns && value != "approx") divisor = fmt::format("({})", divisor); // as in `x /= a + b`
    for (const char* const way : ways) {
      const std::string written = fmt::format(fmt::runtime(way), tree.text(left), divisor);
      const std::string text = assigns ? fmt::format("{} = {}", tree.text(left), written) : written;
      found.push_back({{tree.replace(node, text)}, fmt::format("`{}` in line {}", written, tree.line(node))});
    }
  }
  return found;
}

/// Casts and suffixes that make an expression one of floats, down to what it is made of.
class InFloat {
public:
  explicit InFloat(const SyntaxTree& tree) : tree_(tree) {}

  void write(Node outer) {
    const Node node = tree_.written(outer);
    const SyntaxNode& of = tree_[node];
    const bool isArithmetic = of.kind == SyntaxKind::Binary && (of.name == "+" || of.name == "-" || of.name == "*" || of.name == "/");
    if (isArithmetic || isBracket(node) || (of.kind == SyntaxKind::Unary && of.name == "-"))
      for (const Node child : tree_.children(node)) write(child);
    else if (of.kind == SyntaxKind::Call && isOverloaded(of.name))
      for (const Node child : tree_.children(node)) {
        if (tree_[child].role == SyntaxRole::Argument) write(child);
      }
    else
      cast(node);
  }
  Replacements take() { return std::move(replacements_); }

private:
  /// `(x)`, and no cast: `(double)x`.
  bool isBracket(Node node) const {
    const std::vector<Node>& inner = tree_.children(node);
    return tree_[node].kind == SyntaxKind::Other && inner.size() == 1 && tree_.text(node) == fmt::format("({})", tree_.text(inner.front()));
  }
  /// In C++ the same name is the function of floats.
  static bool isOverloaded(std::string_view function) {
    static constexpr std::array<std::string_view, 8> names{"sqrt", "fabs", "fma", "fmin", "fmax", "floor", "ceil", "trunc"};
    return std::ranges::find(names, function) != names.end();
  }

  void cast(Node node) {
    const std::string_view text = tree_.text(node);
    const SyntaxKind kind = tree_[node].kind;
    const bool isFraction = kind == SyntaxKind::Literal && text.find_first_of(".eE") != std::string_view::npos && !text.starts_with("0x");
    if (isFraction && text.find_first_of("fFlL") == std::string_view::npos)
      replacements_.push_back(tree_.replace(node, fmt::format("{}f", text)));
    else if (kind == SyntaxKind::Name || kind == SyntaxKind::Literal || kind == SyntaxKind::Call || kind == SyntaxKind::Subscript)
      replacements_.push_back(tree_.replace(node, fmt::format("(float){}", text)));
    else
      replacements_.push_back(tree_.replace(node, fmt::format("(float)({})", text)));
  }

  const SyntaxTree& tree_;
  Replacements replacements_;
};

/// `sum += x` adds the variable itself too.
std::optional<Replacements> assignedInFloat(const SyntaxTree& tree, Node node) {
  const Node left = tree.child(node, SyntaxRole::Left);
  const Node right = tree.child(node, SyntaxRole::Right);
  const std::string& name = tree[node].name;
  if (left == SyntaxTree::none || right == SyntaxTree::none || name.size() != 2 ||
      std::string_view("+-*/").find(name[0]) == std::string::npos)
    return std::nullopt;
  const std::string variable(tree.text(left));
  return Replacements{tree.replace(node, fmt::format("{} = (float){} {} (float)({})", variable, variable, name[0], tree.text(right)))};
}

std::vector<SourceRewrite> inFloat(const SyntaxTree& tree, const std::vector<Node>& nodes) {
  std::vector<SourceRewrite> found;
  for (const Node node : nodes) {
    const SyntaxKind kind = tree[node].kind;
    Replacements written;
    if (kind == SyntaxKind::Assignment) {
      if (auto assigned = assignedInFloat(tree, node)) written = std::move(*assigned);
    } else if (kind == SyntaxKind::Binary || kind == SyntaxKind::Unary || kind == SyntaxKind::Call) {
      InFloat writer(tree);
      writer.write(node);
      written = writer.take();
    }
    if (!written.empty()) found.push_back({std::move(written), fmt::format("`{}` in line {} in float", tree.text(node), tree.line(node))});
  }
  return found;
}

/// What makes a `for` loop step `rounds` times as far; nothing where its step or its end is of another form.
std::optional<Replacement> furtherStep(const SyntaxTree& tree, Node loop, const std::string& rounds) {
  const Node step = tree.child(loop, SyntaxRole::Step);
  const Node condition = tree.child(loop, SyntaxRole::Condition);
  if (step == SyntaxTree::none || condition == SyntaxTree::none || tree.text(condition).find("!=") != std::string_view::npos)
    return std::nullopt;
  const std::string& name = tree[step].name;
  if (tree[step].kind == SyntaxKind::Unary && (name == "++" || name == "--")) {
    if (tree.children(step).empty()) return std::nullopt;
    return tree.replace(step, fmt::format("{} {}= {}", tree.text(tree.children(step).front()), name[0], rounds));
  }
  const Node right = tree.child(step, SyntaxRole::Right);
  if (tree[step].kind != SyntaxKind::Assignment || (name != "+=" && name != "-=") || right == SyntaxTree::none) return std::nullopt;
  return tree.replace(right, fmt::format("{} * ({})", rounds, tree.text(right)));
}

/// Of the variables from outside the loop to which its rounds add something.
Replacements scaledSums(const SyntaxTree& tree, Node body, const std::string& rounds) {
  Replacements scaled;
  std::vector<Node> open{body};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    for (const Node child : tree.children(node)) open.push_back(child);
    const SyntaxNode& of = tree[node];
    if (of.kind != SyntaxKind::Assignment || (of.name != "+=" && of.name != "-=")) continue;
    const Node left = tree.child(node, SyntaxRole::Left);
    const Node right = tree.child(node, SyntaxRole::Right);
    if (left == SyntaxTree::none || right == SyntaxTree::none || tree[left].kind != SyntaxKind::Name) continue;
    const bool isOfTheRound = std::ranges::any_of(tree.definitionsOf(tree.text(left), node), [&](Node definition) {
      return tree[definition].kind == SyntaxKind::Variable && tree.holds(body, definition);
    });
    if (!isOfTheRound) scaled.push_back(tree.replace(right, fmt::format("{} * ({})", rounds, tree.text(right))));
  }
  return scaled;
}

std::vector<SourceRewrite> perforated(const SyntaxTree& tree, const std::string& rounds, const std::vector<Node>& nodes) {
  std::vector<SourceRewrite> found;
  for (const Node node : nodes) {
    const Node loop = tree.loopOf(node);
    if (loop == SyntaxTree::none || tree[loop].kind != SyntaxKind::For) continue;
    const auto step = furtherStep(tree, loop, rounds);
    const Node body = tree.child(loop, SyntaxRole::Body);
    if (!step || body == SyntaxTree::none) continue;
    const std::string words = fmt::format("one of {} rounds of the loop in line {}", rounds, tree.line(loop));
    Replacements all = scaledSums(tree, body, rounds);
    const bool scales = !all.empty();
    all.push_back(*step);
    found.push_back({std::move(all), words});
    if (scales) found.push_back({{*step}, words});
  }
  return found;
}

} // namespace

std::vector<SourceRewrite> waysToApproximate(const SyntaxTree& tree, const Edit& edit, bool ofDoubles, const std::vector<Node>& nodes) {
  if (edit.op == Operator::Approximate) return approximated(tree, edit.value, ofDoubles, nodes);
  if (edit.op == Operator::Precision) return inFloat(tree, nodes);
  if (edit.op == Operator::Perforate) return perforated(tree, edit.value, nodes);
  return {}; // sums in parts are not written as CUDA
}

} // namespace gevo::ir
