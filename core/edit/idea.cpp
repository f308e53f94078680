#include "core/edit/idea.h"

#include "core/edit/operators.h"

#include <algorithm>

namespace gevo {

std::optional<Operator> operatorOfContext(std::string_view context) {
  const std::string_view name = context.substr(0, context.find_first_of(" :"));
  const Operators all = allOperators();
  const auto op = std::ranges::find(all, name, [](Operator one) { return std::string_view(operatorName(one)); });
  return op == all.end() ? std::nullopt : std::optional(*op);
}

} // namespace gevo
