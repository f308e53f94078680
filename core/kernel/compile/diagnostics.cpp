#include "core/kernel/compile/diagnostics.h"

#include <regex>
#include <sstream>
#include <vector>

namespace gevo::program {

namespace {

struct Diagnostic {
  bool isError = false;
  std::string text;
};

bool isContext(const std::string& line) { return line.starts_with("In file included from ") || line.starts_with("                 from "); }

} // namespace

std::string errorsFirst(const std::string& text) {
  static const std::regex start(R"(^([^:]+:\d+:(\d+:)? )?(fatal error|error|warning|remark): )");
  std::vector<Diagnostic> diagnostics(1);
  std::string context; // belongs to the diagnostic that follows it
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (isContext(line)) {
      context += line + '\n';
      continue;
    }
    if (std::regex_search(line, match, start)) diagnostics.push_back({match[3].str().ends_with("error"), {}});
    diagnostics.back().text += context + line + '\n';
    context.clear();
  }
  std::string ordered;
  for (const bool errors : {true, false})
    for (const Diagnostic& diagnostic : diagnostics)
      if (diagnostic.isError == errors) ordered += diagnostic.text;
  return ordered + context;
}

std::set<std::string> filesWithErrors(const std::string& text) {
  static const std::regex pattern(R"((?:^|\n)([^\n:]+):\d+:\d+: (?:fatal )?error: )");
  std::set<std::string> files;
  for (auto match = std::sregex_iterator(text.begin(), text.end(), pattern); match != std::sregex_iterator(); ++match)
    files.insert((*match)[1].str());
  return files;
}

} // namespace gevo::program
