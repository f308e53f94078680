#pragma once

/// Splitting a test's command line into arguments.

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace gevo::program {

/// As a shell splits a simple command line: blanks separate, '...' and "..." keep blanks, a backslash keeps the next character (within
/// "..." only before " and \). Nothing is expanded. Fails on an unfinished quote.
Result<std::vector<std::string>> splitArguments(std::string_view line);

} // namespace gevo::program
