#include "core/kernel/rewriting/kernel_parameters.h"

#include "core/kernel/ir/specialisation.h"

#include <fmt/format.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

namespace gevo::ir {

namespace {

using Node = SyntaxTree::Node;

/// Of the kernel's definition.
Node parameterNamed(const SyntaxTree& tree, Node function, llvm::StringRef name) {
  for (const Node child : tree.children(function))
    if (tree[child].kind == SyntaxKind::Variable && tree[child].role == SyntaxRole::Argument && llvm::StringRef(tree[child].name) == name)
      return child;
  return SyntaxTree::none;
}

/// Before the parameter's name.
std::vector<SourceRewrite> restricted(const SyntaxTree& tree, Node parameter) {
  const SyntaxNode& node = tree[parameter];
  const std::string_view type = tree.text(parameter).substr(0, node.anchor - node.begin);
  if (type.find('*') == std::string_view::npos) return {};
  return {{{{node.file, node.anchor, node.anchor, "__restrict__ "}},
           fmt::format("`{}` in line {} is `__restrict__`, so callers give it memory that no other pointer leads to", node.name,
                       tree.line(parameter))}};
}

/// The kernel's body becomes a function of the parameter, called with its value in one branch. A second one is written inside the first,
/// whose end leaves no place for a third.
std::vector<SourceRewrite> specialised(const SyntaxTree& tree, Node function, Node parameter, const std::string& value, unsigned before) {
  const Node body = tree.child(function, SyntaxRole::Body);
  if (body == SyntaxTree::none || tree.children(body).empty() || before > 1) return {};
  const SyntaxNode& block = tree[body];
  const std::string& name = tree[parameter].name;
  const std::string call = tree.freshName(body, "run_for_" + name);
  const std::string opening = fmt::format("\n  const auto {} = [&]({}) {{", call, tree.text(parameter));
  const std::string closing = fmt::format("  }};\n  if ({0} == {1})\n    {2}({1});\n  else\n    {2}({0});", name, value, call);
  const std::uint32_t end = before == 0 ? block.end - 1 : tree[tree.children(body).back()].end;
  const std::string last = before == 0 ? closing + "\n" : "\n" + closing;
  return {{{{block.file, block.begin + 1, block.begin + 1, opening}, {block.file, end, end, last}},
           fmt::format("a branch of its own where `{}` is {}, in line {}", name, value, tree.line(body))}};
}

} // namespace

std::vector<SourceRewrite> waysToWriteParameter(const SyntaxTree& tree, const SourceMap& map, const llvm::Instruction& target,
                                                const Edit& edit, unsigned before) {
  const llvm::Function& kernel = *target.getFunction();
  if (edit.substitute.kind != ValueRef::Kind::Argument || edit.substitute.index >= kernel.arg_size()) return {};
  const llvm::Argument& argument = *kernel.getArg(edit.substitute.index);
  const std::vector<SourcePosition> places = map.chainOf(kernel);
  const Node function = places.empty() ? SyntaxTree::none : tree.functionAt(places.front());
  const Node parameter = function != SyntaxTree::none ? parameterNamed(tree, function, argument.getName()) : SyntaxTree::none;
  if (parameter == SyntaxTree::none) return {};
  return edit.op == Operator::Restrict ? restricted(tree, parameter)
                                       : specialised(tree, function, parameter, shownValue(edit.value, *argument.getType()), before);
}

} // namespace gevo::ir
