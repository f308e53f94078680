#pragma once

/// A program's result as a formula for people.

#include "core/tmbl/code.h"

#include <string>

namespace gevo::tmbl {

struct FormulaOptions {
  std::vector<std::string> inputs; ///< names; those of columns in a table
  int digits = 6;                  ///< significant ones of constants
};

/// "2.5 * x + t1 * t1 where t1 = x / y": what is used more than once has a name. `a / b` is 0 where b is 0; `if(a > 0, b, c)`.
std::string formula(const Code& code, const FormulaOptions& options);

} // namespace gevo::tmbl
