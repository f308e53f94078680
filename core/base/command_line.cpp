#include "core/base/command_line.h"

#include <cctype>

namespace gevo {

CommandLine splitCommandLine(std::string_view text, std::string_view separators) {
  CommandLine line;
  bool inWord = false;
  char quote = 0;
  const auto begin = [&] {
    if (!inWord) line.words.emplace_back();
    inWord = true;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    const bool escapes = letter == '\\' && i + 1 < text.size() && quote != '\'' && (quote == 0 || next == '"' || next == '\\');
    if (escapes) {
      begin();
      line.words.back() += next;
      ++i;
    } else if (quote != 0 && letter == quote) {
      quote = 0;
    } else if (quote == 0 && (letter == '\'' || letter == '"')) {
      begin(); // '' is a word, too
      quote = letter;
    } else if (quote == 0 && (std::isspace(static_cast<unsigned char>(letter)) != 0 || separators.contains(letter))) {
      inWord = false;
    } else {
      begin();
      line.words.back() += letter;
    }
  }
  line.openQuote = quote;
  return line;
}

std::string quoteForShell(std::string_view word) {
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? "'\\''" : std::string(1, letter);
  return text + '\'';
}

} // namespace gevo
