#include "core/kernel/compile/source_text.h"

#include <algorithm>
#include <cctype>

namespace gevo::program {

namespace {

bool isOfIdentifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Blanks out [begin, end) except for line ends.
void blank(std::string& text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < std::min(end, text.size()); ++i)
    if (text[i] != '\n') text[i] = ' ';
}

/// Behind a string or character that starts at `begin`; one that does not end ends with its line.
std::size_t endOfLiteral(std::string_view text, std::size_t begin) {
  std::size_t i = begin + 1;
  for (; i < text.size() && text[i] != text[begin] && text[i] != '\n'; ++i)
    if (text[i] == '\\') ++i;
  return std::min(i + 1, text.size());
}

/// R"mark(...)mark"; `quote` is its first quote.
bool isRaw(std::string_view text, std::size_t quote) {
  if (quote == 0 || text[quote - 1] != 'R') return false;
  std::size_t start = quote - 1;
  while (start > 0 && isOfIdentifier(text[start - 1])) --start;
  const std::string_view prefix = text.substr(start, quote - start);
  return prefix == "R" || prefix == "u8R" || prefix == "uR" || prefix == "UR" || prefix == "LR";
}
std::size_t endOfRaw(std::string_view text, std::size_t quote) {
  const std::size_t open = text.find('(', quote);
  if (open == std::string_view::npos) return text.size();
  const std::string end = ')' + std::string(text.substr(quote + 1, open - quote - 1)) + '"';
  const std::size_t found = text.find(end, open);
  return found == std::string_view::npos ? text.size() : found + end.size();
}

void blankDirectives(std::string& code) {
  for (std::size_t line = 0; line < code.size();) {
    const std::size_t first = code.find_first_not_of(" \t", line);
    std::size_t end = std::min(code.find('\n', line), code.size());
    if (first < end && code[first] == '#') {
      while (end < code.size() && code[end - 1] == '\\') end = std::min(code.find('\n', end + 1), code.size());
      blank(code, first, end);
    }
    line = end + 1;
  }
}

/// The place of one `<` or `>` behind two of them and blanks; npos if something else follows.
std::size_t thirdBehindBlanks(std::string_view text, std::size_t afterTwo, char sign) {
  const std::size_t next = text.find_first_not_of(" \t", afterTwo);
  const bool fits = next != std::string_view::npos && next > afterTwo && text[next] == sign;
  return fits && (next + 1 == text.size() || text[next + 1] != sign) ? next : std::string_view::npos;
}

/// Moves the sign at `third` to `afterTwo`, where there is a blank.
void join(std::string& text, std::string& code, std::size_t afterTwo, std::size_t third) {
  for (std::string* one : {&text, &code}) std::swap((*one)[afterTwo], (*one)[third]);
}

/// Behind the `>>>` that ends a launch configuration from `begin`; joins its parts if it is `>> >`.
bool joinEnd(std::string& text, std::string& code, std::size_t begin) {
  int depth = 0;
  for (std::size_t i = begin; i < code.size() && depth >= 0; ++i) {
    const char c = code[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ';' && depth == 0) return false;
    if (depth != 0 || c != '>' || i + 2 >= code.size() || code[i + 1] != '>') continue;
    if (code[i + 2] == '>') return false;
    const std::size_t third = thirdBehindBlanks(text, i + 2, '>');
    if (third == std::string::npos) continue;
    join(text, code, i + 2, third);
    return true;
  }
  return false;
}

} // namespace

std::string withoutCommentsAndLiterals(std::string_view text) {
  std::string code(text);
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    bool isLiteral = false;
    if (text.substr(i, 2) == "//") {
      end = std::min(text.find('\n', i), text.size());
      while (end < text.size() && text[end - 1] == '\\') end = std::min(text.find('\n', end + 1), text.size());
    } else if (text.substr(i, 2) == "/*") {
      const std::size_t found = text.find("*/", i + 2);
      end = found == std::string_view::npos ? text.size() : found + 2;
    } else if (text[i] == '"') {
      end = isRaw(text, i) ? endOfRaw(text, i) : endOfLiteral(text, i);
      isLiteral = true;
    } else if (text[i] == '\'' && (i == 0 || !isOfIdentifier(text[i - 1]))) { // not 1'000
      end = endOfLiteral(text, i);
      isLiteral = true;
    } else {
      ++i;
      continue;
    }
    blank(code, i + (isLiteral ? 1 : 0), end - (isLiteral ? 1 : 0));
    i = end;
  }
  return code;
}

bool hasDeviceCode(std::string_view text) {
  std::string code = withoutCommentsAndLiterals(text);
  blankDirectives(code);
  constexpr std::string_view kernel = "__global__";
  for (std::size_t at = code.find(kernel); at != std::string::npos; at = code.find(kernel, at + 1)) {
    const std::size_t end = at + kernel.size();
    if ((at == 0 || !isOfIdentifier(code[at - 1])) && (end == code.size() || !isOfIdentifier(code[end]))) return true;
  }
  if (code.contains("<<<")) return true;
  for (std::size_t at = code.find("<<"); at != std::string::npos; at = code.find("<<", at + 2))
    if (thirdBehindBlanks(code, at + 2, '<') != std::string::npos) return true;
  return false;
}

std::optional<std::string> withWholeLaunchTokens(const std::string& text) {
  std::string made = text;
  std::string code = withoutCommentsAndLiterals(text);
  bool changed = false;
  for (std::size_t at = code.find("<<"); at != std::string::npos; at = code.find("<<", at + 2)) {
    if (at + 2 < code.size() && code[at + 2] != '<') {
      const std::size_t third = thirdBehindBlanks(made, at + 2, '<');
      if (third == std::string::npos) continue;
      join(made, code, at + 2, third);
      changed = true;
    }
    changed = joinEnd(made, code, at + 3) || changed;
  }
  if (!changed) return std::nullopt;
  return made;
}

} // namespace gevo::program
