#include "core/edit/edit.h"

#include <algorithm>
#include <array>

namespace gevo {

const char* operatorName(Operator op) {
  static constexpr std::array<const char*, operatorCount> names = {
      "copy",    "delete",    "move",        "replace",   "operand",   "swap",       "set",       "unroll",
      "cache",   "registers", "approximate", "precision", "perforate", "specialise", "restrict",  "synchronise",
      "flatten", "promote",   "reassociate", "pipeline",  "vectorise", "share",      "synthesise"};
  const auto index = static_cast<std::size_t>(op);
  return index < names.size() ? names[index] : "unknown";
}

bool isDirectiveValue(std::string_view value) {
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  return !value.empty() && std::ranges::all_of(value, fits);
}

} // namespace gevo
