#include "core/kernel/process/arguments.h"

#include "core/base/command_line.h"

namespace gevo::program {

Result<std::vector<std::string>> splitArguments(std::string_view line) {
  CommandLine split = splitCommandLine(line);
  if (split.openQuote != 0) return fail("the arguments {} hold a quote {} that is never closed", line, split.openQuote);
  return std::move(split.words);
}

} // namespace gevo::program
