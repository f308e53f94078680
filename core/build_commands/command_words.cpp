#include "core/build_commands/command_words.h"

#include <cctype>

namespace gevo {

namespace {

/// Response files that name each other end here.
constexpr unsigned mostNested = 8;

bool isBlank(char letter) { return std::isspace(static_cast<unsigned char>(letter)) != 0; }

std::vector<std::string> split(std::string_view text, bool atCommas) {
  std::vector<std::string> words;
  bool inWord = false;
  char quote = 0;
  const auto append = [&](char letter) {
    if (!inWord) words.emplace_back();
    inWord = true;
    words.back() += letter;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    const bool escapes = letter == '\\' && next != '\0' && quote != '\'' && (quote == 0 || next == '"' || next == '\\');
    if (escapes) {
      append(next);
      ++i;
    } else if (quote != 0) {
      if (letter == quote)
        quote = 0;
      else
        append(letter);
    } else if (letter == '\'' || letter == '"') {
      quote = letter;
      if (!inWord) words.emplace_back(); // '' is a word, too
      inWord = true;
    } else if (isBlank(letter) || (atCommas && letter == ',')) {
      inWord = false;
    } else {
      append(letter);
    }
  }
  return words;
}

void expand(std::vector<std::string>& words, const std::vector<std::string>& arguments, const ReadResponseFile& read, unsigned depth) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const bool isOption = argument == "-optf" || argument == "--options-file";
    std::string file;
    if (isOption && i + 1 < arguments.size()) file = arguments[i + 1];
    if (argument.size() > 1 && argument.starts_with('@')) file = argument.substr(1);
    const auto text = file.empty() || depth == mostNested ? fail("") : read(file);
    if (!text) {
      words.push_back(argument);
      continue;
    }
    if (isOption) ++i;
    expand(words, splitWords(*text), read, depth + 1);
  }
}

} // namespace

std::vector<std::string> splitWords(std::string_view text) { return split(text, false); }

std::vector<std::string> splitOptionList(std::string_view text) { return split(text, true); }

std::vector<std::string> withResponseFiles(const std::vector<std::string>& arguments, const ReadResponseFile& read) {
  std::vector<std::string> words;
  expand(words, arguments, read, 0);
  return words;
}

} // namespace gevo
