#include "core/values/function_names.h"

namespace gevo {

std::vector<std::string> splitFunctionNames(std::string_view text) {
  std::vector<std::string> names(1);
  int depth = 0;
  for (const char character : text) {
    if (character == '<') ++depth;
    if (character == '>') --depth;
    if (depth > 0 || (character != ',' && character != ' '))
      names.back() += character;
    else if (!names.back().empty())
      names.emplace_back();
  }
  if (names.back().empty()) names.pop_back();
  return names;
}

} // namespace gevo
