#pragma once

/// Splitting a test's command line into words.

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace gevo::program {

/// As a shell splits simple words: blanks separate, '...' and "..." keep blanks, a backslash keeps the next character (within
/// "..." only before " and \). Nothing is expanded. Fails on an unfinished quote.
Result<std::vector<std::string>> splitArguments(std::string_view line);

} // namespace gevo::program
