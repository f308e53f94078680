#include "core/build_commands/command_words.h"

#include "core/base/command_line.h"

namespace gevo {

namespace {

/// Response files that name each other end here.
constexpr unsigned mostNested = 8;

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

std::vector<std::string> splitWords(std::string_view text) { return splitCommandLine(text).words; }

std::vector<std::string> splitOptionList(std::string_view text) { return splitCommandLine(text, ",").words; }

std::vector<std::string> withResponseFiles(const std::vector<std::string>& arguments, const ReadResponseFile& read) {
  std::vector<std::string> words;
  expand(words, arguments, read, 0);
  return words;
}

} // namespace gevo
