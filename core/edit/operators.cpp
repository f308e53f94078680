#include "core/edit/operators.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace gevo {

namespace {

std::string namesOf(const Operators& operators) {
  std::vector<std::string> names;
  for (const Operator op : operators) names.emplace_back(operatorName(op));
  return fmt::format("{}", fmt::join(names, ","));
}

} // namespace

Operators gevoOperators() {
  return {Operator::Copy, Operator::Delete, Operator::Move, Operator::ReplaceInstruction, Operator::ReplaceOperand, Operator::Swap};
}

Operators allOperators() {
  Operators all;
  for (std::size_t i = 0; i < operatorCount; ++i)
    if (Operator(i) != Operator::Set) all.push_back(Operator(i));
  return all;
}

bool needsGpu(Operator op) { return op == Operator::Cache || op == Operator::Registers; }

Operators usableOperators(Operators operators, bool onGpu, bool exact) {
  std::erase_if(operators, [&](Operator op) { return (!onGpu && needsGpu(op)) || (exact && isApproximation(op)); });
  return operators;
}

std::string printOperators(const Operators& operators) { return operators == gevoOperators() ? "gevo" : namesOf(operators); }

Result<Operators> parseOperators(std::string_view text) {
  if (text == "gevo") return gevoOperators();
  const Operators all = allOperators();
  if (text == "all") return all;
  Operators chosen;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view name = text.substr(begin, end - begin);
    const auto op = std::ranges::find(all, name, [](Operator one) { return std::string_view(operatorName(one)); });
    if (op == all.end()) return fail("\"{}\" is no operator that mutations draw; give gevo, all, or some of {}", name, namesOf(all));
    if (std::ranges::find(chosen, *op) == chosen.end()) chosen.push_back(*op);
    begin = end + 1;
  }
  std::ranges::sort(chosen);
  return chosen;
}

} // namespace gevo
