#include "core/kernel/rewriting/evolved_calls.h"

#include "core/kernel/demangle/demangle.h"
#include "core/kernel/ir/evolved_functions.h"
#include "core/tmbl/code.h"
#include "core/tmbl/cuda_text.h"
#include "core/tmbl/dead_code.h"

#include <fmt/format.h>
#include <llvm/IR/Instructions.h>

namespace gevo::ir {

namespace {

using Node = SyntaxTree::Node;

std::string typeName(const llvm::Type& type) { return type.isDoubleTy() ? "double" : type.isFloatTy() ? "float" : "int"; }

/// "exp" of "exp(x)"; with its scope where the call has one.
std::string_view calleeText(const SyntaxTree& tree, Node call) {
  const Node callee = tree.written(tree.child(call, SyntaxRole::Callee));
  return callee == SyntaxTree::none ? std::string_view() : tree.text(callee);
}

/// A function of the program alone, and one that calls it where the parameters are in its domain, and the original elsewhere.
std::string definition(const llvm::Function& kept, const EvolvedFunction& evolved, const std::string& name, std::string_view original) {
  const tmbl::Code code = tmbl::expand(tmbl::lower(evolved.program, tmbl::firstSlot));
  std::string parameters;
  std::string arguments;
  std::string floats;
  std::string inside;
  std::vector<std::string> inputs;
  for (const llvm::Argument& argument : kept.args()) {
    const std::string input = fmt::format("x{}", argument.getArgNo() + 1);
    const std::string separator = argument.getArgNo() == 0 ? "" : ", ";
    const std::string asFloat = argument.getType()->isFloatTy() ? input : fmt::format("static_cast<float>({})", input);
    const auto& [least, largest] = evolved.domain[argument.getArgNo()];
    parameters += fmt::format("{}{} {}", separator, typeName(*argument.getType()), input);
    arguments += separator + input;
    floats += separator + asFloat;
    inside += fmt::format("{0}{1} >= {2} && {1} <= {3}", argument.getArgNo() == 0 ? "" : " && ", asFloat, tmbl::cudaConstant(least),
                          tmbl::cudaConstant(largest));
    inputs.push_back(input);
  }
  return fmt::format("// Near {0} where that is called; its error there is {1:.2g}.\n"
                     "static {2}"
                     "static __device__ {3} {4}({5}) {{\n"
                     "  if ({6}) return {4}_program({7});\n"
                     "  return {0}({8});\n"
                     "}}\n\n",
                     original, evolved.error, tmbl::cudaFunction(code, name + "_program", inputs), typeName(*kept.getReturnType()), name,
                     parameters, inside, floats, arguments);
}

/// Where the remarks begin that stand directly above the function.
std::uint32_t beginWithRemarks(std::string_view before) {
  std::size_t begin = before.size();
  while (begin > 0 && before[begin - 1] == '\n') {
    const std::size_t previous = before.rfind('\n', begin - 2);
    const std::size_t line = begin < 2 || previous == std::string_view::npos ? 0 : previous + 1;
    if (!before.substr(line, begin - line).starts_with("//")) break;
    begin = line;
  }
  return static_cast<std::uint32_t>(begin);
}

bool isTemplate(const SyntaxTree& tree, Node function, std::string_view before) {
  const std::size_t end = before.find_last_not_of(" \t\n");
  return tree[function].name.find('<') != std::string::npos || (end != std::string_view::npos && before[end] == '>');
}

} // namespace

std::vector<SourceRewrite> waysToCallEvolved(const SyntaxTree& tree, const llvm::Instruction& target, const Edit& edit,
                                             const std::vector<Node>& nodes) {
  const auto* const call = llvm::dyn_cast<llvm::CallInst>(&target);
  const llvm::Function* const kept = keptFunctionOf(target);
  const std::optional<EvolvedFunction> evolved = call ? describeEvolved(*call->getCalledFunction()) : std::nullopt;
  if (!kept || !evolved) return {};
  const std::string called = unqualifiedName(kept->getName().str());
  const std::string name = fmt::format("{}_evolved{}", called, edit.value);
  std::vector<SourceRewrite> found;
  for (const Node node : nodes) {
    if (tree[node].kind != SyntaxKind::Call || tree[node].name != called) continue;
    unsigned arguments = 0;
    for (const Node child : tree.children(node)) arguments += tree[child].role == SyntaxRole::Argument ? 1 : 0;
    const Node callee = tree.written(tree.child(node, SyntaxRole::Callee));
    const Node function = tree.functionOf(node);
    if (arguments != kept->arg_size() || callee == SyntaxTree::none || function == SyntaxTree::none) continue;
    const SyntaxNode& place = tree[function];
    const std::string_view before = tree.before(function);
    if (isTemplate(tree, function, before)) continue;
    const std::uint32_t begin = beginWithRemarks(before);
    const std::string what = fmt::format("`{}` in line {} uses program {}", tree.text(node), tree.line(node), edit.value);
    const Replacement renamed = tree.replace(callee, name);
    const Replacement defined{place.file, begin, begin, definition(*kept, *evolved, name, calleeText(tree, node))};
    found.push_back({{defined, renamed}, what});
    found.push_back({{renamed}, what});
  }
  return found;
}

} // namespace gevo::ir
