#include "core/build_commands/ninja_links.h"

#include "core/build_commands/command_words.h"

namespace gevo {

namespace {

/// The next line, with those that continue it after a `$`.
std::string takeLine(std::string_view& text) {
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool continues = part.ends_with('$') && !part.ends_with("$$");
    line += continues ? part.substr(0, part.size() - 1) : part;
    if (!continues) break;
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  }
  return line;
}

/// Blanks, colons and dollars in names have a `$` before them. A colon that has none is a word.
std::vector<std::string> wordsOf(std::string_view line) {
  std::vector<std::string> words;
  bool inWord = false;
  const auto append = [&](char letter) {
    if (!inWord) words.emplace_back();
    inWord = true;
    words.back() += letter;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '$' && i + 1 < line.size())
      append(line[++i]);
    else if (line[i] == ' ')
      inWord = false;
    else if (line[i] == ':') {
      words.emplace_back(":");
      inWord = false;
    } else
      append(line[i]);
  }
  return words;
}

/// A statement as the call that CMake's rule makes of it: "build app: CXX_EXECUTABLE_LINKER__app_ main.o | liba.a || liba.a".
std::vector<std::string> commandOf(const std::vector<std::string>& words) {
  if (words.size() < 4 || words[0] != "build" || words[2] != ":" || words[3].find("_LINKER__") == std::string::npos) return {};
  const auto is = [&](const char* kind) { return words[3].find(kind) != std::string::npos; };
  std::vector<std::string> command{"c++", "-o", words[1]};
  if (is("_STATIC_LIBRARY_")) command = {"ar", "qc", words[1]};
  if (is("_SHARED_LIBRARY_") || is("_SHARED_MODULE_")) command.emplace_back("-shared");
  if (is("_DEVICE_LINKER_")) command = {"nvcc", "-dlink", "-o", words[1]};
  for (std::size_t i = 4; i < words.size() && !words[i].starts_with('|'); ++i) command.push_back(words[i]);
  return command;
}

} // namespace

std::vector<CompilerCall> linksOfNinja(std::string_view text, const std::filesystem::path& folder) {
  std::vector<CompilerCall> links;
  std::vector<std::string> command;
  const auto finish = [&] {
    if (command.empty()) return;
    if (auto call = readCompilerCall({folder, std::move(command)})) links.push_back(std::move(*call));
    command.clear();
  };
  while (!text.empty()) {
    const std::string line = takeLine(text);
    if (line.starts_with("build ")) {
      finish();
      command = commandOf(wordsOf(line));
    }
    if (command.empty() || command.front() == "ar") continue;
    for (const std::string_view variable : {"  LINK_LIBRARIES = ", "  LINK_PATH = "})
      if (line.starts_with(variable))
        for (std::string& word : splitWords(std::string_view(line).substr(variable.size()))) command.push_back(std::move(word));
  }
  finish();
  return links;
}

} // namespace gevo
