#include "core/kernel/process/arguments.h"

#include <cctype>

namespace gevo::program {

Result<std::vector<std::string>> splitArguments(std::string_view line) {
  std::vector<std::string> arguments;
  bool inArgument = false;
  char quote = 0;
  const auto append = [&](char letter) {
    if (!inArgument) arguments.emplace_back();
    inArgument = true;
    arguments.back() += letter;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char letter = line[i];
    const bool escapes =
        letter == '\\' && i + 1 < line.size() && quote != '\'' && (quote == 0 || line[i + 1] == '"' || line[i + 1] == '\\');
    if (escapes) {
      append(line[++i]);
    } else if (quote != 0) {
      if (letter == quote)
        quote = 0;
      else
        append(letter);
    } else if (letter == '\'' || letter == '"') {
      quote = letter;
      if (!inArgument) arguments.emplace_back(); // '' is an argument, too
      inArgument = true;
    } else if (std::isspace(static_cast<unsigned char>(letter)) != 0) {
      inArgument = false;
    } else {
      append(letter);
    }
  }
  if (quote != 0) return fail("the arguments {} hold a quote {} that is never closed", line, quote);
  return arguments;
}

} // namespace gevo::program
