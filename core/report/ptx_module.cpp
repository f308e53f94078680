#include "core/report/ptx_module.h"

#include "core/diff/line_diff.h"

#include <algorithm>

namespace gevo::report {

namespace {

std::vector<std::string_view> wordsOf(std::string_view line) {
  std::vector<std::string_view> words;
  constexpr std::string_view blanks = " \t,;()";
  for (std::size_t begin = line.find_first_not_of(blanks); begin != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(blanks, end);
  }
  return words;
}

bool has(const std::vector<std::string_view>& words, std::string_view word) { return std::ranges::find(words, word) != words.end(); }

/// ".visible .global .align 4 .b8 table[16] = {1, 2}" -> "table": the first word that is no directive and no number.
std::string_view variableName(const std::vector<std::string_view>& words) {
  for (const std::string_view word : words) {
    if (word.starts_with('.') || (word.front() >= '0' && word.front() <= '9')) continue;
    return word.substr(0, word.find('['));
  }
  return {};
}

/// ".visible .entry f(" or ".func (.param .b32 r) g(": what stands last before the parameters.
std::string_view functionName(const std::vector<std::string_view>& words, std::string_view directive) {
  auto at = std::ranges::find(words, directive) + 1;
  while (at != words.end() && at->starts_with('.')) at += 1 + (at->starts_with(".param") && at + 2 < words.end() ? 2 : 0);
  return at == words.end() ? std::string_view() : *at;
}

} // namespace

PtxModule parsePtx(std::string_view text) {
  PtxModule module;
  std::map<std::string, std::string>* where = nullptr; ///< kernel or function whose text goes on
  std::string name;
  std::string body;
  for (std::string_view line : splitLines(text)) {
    line = line.substr(0, line.find("//"));
    const std::vector<std::string_view> words = wordsOf(line);
    if (words.empty()) continue;
    if (!where) {
      if (has(words, ".entry") || has(words, ".func")) {
        where = has(words, ".entry") ? &module.kernels : &module.functions;
        name = functionName(words, has(words, ".entry") ? ".entry" : ".func");
        body.clear();
      } else if (has(words, ".global") || has(words, ".const")) {
        if (has(words, ".visible"))
          module.variables.emplace_back(variableName(words));
        else if (!has(words, ".extern"))
          module.hasHiddenVariables = true;
      }
    }
    if (!where) continue;
    body.append(line).append("\n");
    const bool isDeclaration = body.find('{') == body.npos && line.ends_with(';');
    if (line.starts_with('}') && !isDeclaration) (*where)[name] = body;
    if (line.starts_with('}') || isDeclaration) where = nullptr;
  }
  return module;
}

std::set<std::string> kernelsToReplace(const PtxModule& original, const PtxModule& variant) {
  const bool all = !variant.variables.empty() || variant.hasHiddenVariables || original.functions != variant.functions;
  std::set<std::string> names;
  for (const auto& [name, text] : variant.kernels) {
    const auto before = original.kernels.find(name);
    if (all || before == original.kernels.end() || before->second != text) names.insert(name);
  }
  return names;
}

} // namespace gevo::report
