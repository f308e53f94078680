#pragma once

/// Command lines as texts.

#include <string>
#include <string_view>
#include <vector>

namespace gevo {

struct CommandLine {
  std::vector<std::string> words;
  char openQuote = 0; ///< of a quote that never ends; 0: none
};

/// Splits as a shell does a simple command: blanks and `separators` separate, '...' and "..." keep both, a backslash keeps the next
/// character (within "..." only before " and \). Nothing is expanded.
CommandLine splitCommandLine(std::string_view text, std::string_view separators = {});

/// One word of a shell, whatever is in it: in '...'.
std::string quoteForShell(std::string_view word);

} // namespace gevo
