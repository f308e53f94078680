#pragma once

/// Text of a step from a pattern, in which $d stands for its result and $a, $b, $c for its arguments.

#include "core/tmbl/code.h"

#include <string>
#include <string_view>

namespace gevo::tmbl {

template <class Name> std::string fillPattern(std::string_view pattern, const Step& step, std::string_view result, const Name& nameOf) {
  std::string text;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '$' || i + 1 == pattern.size()) {
      text += pattern[i];
      continue;
    }
    const char argument = pattern[++i];
    if (argument == 'd')
      text += result;
    else
      text += nameOf(argument == 'a' ? step.a : argument == 'b' ? step.b : step.c);
  }
  return text;
}

} // namespace gevo::tmbl
