#include "core/kernel/device_code/short_name.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <map>
#include <string_view>

namespace gevo::program {
namespace {

constexpr std::size_t longest = 72; ///< bytes of a name that fits in a table
constexpr std::size_t deepest = 4;  ///< of template arguments that may stay
constexpr std::string_view unnamed = "(anonymous namespace)";

bool isIdentifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Inline namespaces by which libraries tell their versions apart: CUB_200302_SM_900, THRUST_200302_SM_900_NS, __4.
bool isVersion(std::string_view scope) {
  if (scope.starts_with("__")) return scope.size() > 2 && std::ranges::all_of(scope.substr(2), [](char c) { return c >= '0' && c <= '9'; });
  return (scope.starts_with("CUB_") || scope.starts_with("THRUST_")) && scope.find("_SM_") != std::string_view::npos;
}

std::string withoutVersions(std::string_view name) {
  std::string kept;
  for (std::size_t i = 0; i < name.size();) {
    std::size_t end = i;
    while (end < name.size() && isIdentifier(name[end])) ++end;
    const std::string_view scope = name.substr(i, end - i);
    if (isVersion(scope) && name.substr(end).starts_with("::")) {
      i = end + 2;
      continue;
    }
    end = std::max(end, i + 1);
    kept += name.substr(i, end - i);
    i = end;
  }
  return kept;
}

/// Leaves out what stands in more than `kept` brackets.
std::string withBrackets(std::string_view name, std::size_t kept) {
  std::string text;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name.substr(i).starts_with(unnamed)) {
      if (depth <= kept) text += unnamed;
      i += unnamed.size() - 1;
      continue;
    }
    const char c = name[i];
    const bool closes = depth > 0 && (c == ')' || (c == '>' && name[i - 1] != '-'));
    if (closes) --depth;
    if (depth <= kept) text += c;
    if (c != '<' && c != '(') continue;
    ++depth;
    const bool isEmpty = i + 1 < name.size() && (name[i + 1] == ')' || name[i + 1] == '>');
    if (depth == kept + 1 && !isEmpty) text += "…";
  }
  return text;
}

} // namespace

std::string shortName(const std::string& name) {
  if (name.size() <= longest) return name;
  const std::string plain = withoutVersions(name);
  if (plain.size() <= longest) return plain;
  for (std::size_t kept = deepest; kept > 0; --kept)
    if (std::string text = withBrackets(plain, kept); text.size() <= longest) return text;
  return withBrackets(plain, 0);
}

std::vector<std::string> shortNames(const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  std::map<std::string, std::size_t> uses;
  for (const std::string& name : names) ++uses[shown.emplace_back(shortName(name))];
  std::map<std::string, std::size_t> numbers;
  for (std::string& name : shown)
    if (const std::string same = name; uses[same] > 1) name = fmt::format("{} #{}", same, ++numbers[same]);
  return shown;
}

} // namespace gevo::program
