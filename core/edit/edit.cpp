#include "core/edit/edit.h"

#include <array>

namespace gevo {

const char* operatorName(Operator op) {
  static constexpr std::array<const char*, operatorCount> names = {"copy", "delete", "move", "replace", "operand", "swap", "set"};
  const auto index = static_cast<std::size_t>(op);
  return index < names.size() ? names[index] : "unknown";
}

} // namespace gevo
