#include "core/report/ptx_module.h"

#include "core/diff/line_diff.h"

#include <algorithm>

namespace gevo::report {

namespace {

/// Inline assembly may contain comments of either kind. String literals stay: PTX has them on one line and without escapes.
std::string withoutComments(std::string_view text) {
  std::string kept;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t mark = std::min(text.find_first_of("/\"", at), text.size());
    const std::string_view rest = text.substr(mark);
    kept.append(text.substr(at, mark - at));
    if (rest.starts_with("//")) {
      at = text.find('\n', mark);
    } else if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/", 2);
      at = end == rest.npos ? end : mark + end + 2;
    } else {
      const std::size_t end = rest.starts_with('"') ? rest.find_first_of("\"\n", 1) : 0;
      at = end == rest.npos ? end : mark + end + 1;
      kept.append(rest.substr(0, at - mark));
    }
  }
  return kept;
}

std::vector<std::string_view> tokensOf(std::string_view line) {
  std::vector<std::string_view> tokens;
  constexpr std::string_view blanks = " \t,;()";
  for (std::size_t begin = line.find_first_not_of(blanks); begin != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    tokens.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(blanks, end);
  }
  return tokens;
}

bool has(const std::vector<std::string_view>& tokens, std::string_view token) { return std::ranges::find(tokens, token) != tokens.end(); }

/// ".visible .global .align 4 .b8 table[16] = {1, 2}" -> "table": the first word that is neither a directive nor a number.
std::string_view variableName(const std::vector<std::string_view>& tokens) {
  for (const std::string_view token : tokens) {
    if (token.starts_with('.') || (token.front() >= '0' && token.front() <= '9')) continue;
    return token.substr(0, token.find('['));
  }
  return {};
}

/// ".visible .entry f(" or ".func (.param .align 8 .b8 r[16]) g(": the name after the directive and an optional list of results.
std::string_view functionName(std::string_view line, std::string_view directive) {
  std::string_view rest = line.substr(line.find(directive) + directive.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  if (rest.starts_with('(')) rest.remove_prefix(std::min(rest.find(')'), rest.size()));
  for (const std::string_view token : tokensOf(rest))
    if (!token.starts_with('.')) return token;
  return {};
}

/// Braces that a line opens, less those that it closes, outside string literals.
int braces(std::string_view line) {
  int depth = 0;
  bool quoted = false;
  for (const char character : line) {
    if (character == '"') quoted = !quoted;
    if (!quoted) depth += (character == '{') - (character == '}');
  }
  return depth;
}

} // namespace

PtxModule parsePtx(std::string_view text) {
  PtxModule module;
  std::map<std::string, std::string>* where = nullptr; ///< kernel or function that is being read
  std::string name;
  std::string body;
  int depth = 0;
  const std::string code = withoutComments(text);
  for (std::string_view line : splitLines(code)) {
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (line.empty()) continue;
    const std::vector<std::string_view> tokens = tokensOf(line);
    if (!where) {
      if (has(tokens, ".entry") || has(tokens, ".func")) {
        where = has(tokens, ".entry") ? &module.kernels : &module.functions;
        name = functionName(line, has(tokens, ".entry") ? ".entry" : ".func");
        body.clear();
        depth = 0;
      } else if (has(tokens, ".global") || has(tokens, ".const")) {
        if (has(tokens, ".visible") && !variableName(tokens).empty())
          module.variables.emplace_back(variableName(tokens));
        else if (!has(tokens, ".extern"))
          module.hasHiddenVariables = true;
      }
    }
    if (!where) continue;
    body.append(line).append("\n");
    depth += braces(line);
    const bool hasBody = body.find('{') != body.npos;
    if (hasBody && depth <= 0 && !name.empty()) (*where)[name] = body;
    if (hasBody ? depth <= 0 : line.ends_with(';')) where = nullptr;
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
