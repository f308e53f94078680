#include "core/diff/renumbering.h"

#include "core/diff/tokens.h"

#include <algorithm>
#include <map>

namespace gevo {

namespace {

bool isDigit(char byte) { return byte >= '0' && byte <= '9'; }

/// The name in a token, or nothing. A block of LLVM IR is labelled "47:" and named %47 elsewhere: both are "47".
std::string_view countedName(const std::vector<std::string_view>& tokens, std::size_t index) {
  const std::string_view token = tokens[index];
  if (!isDigit(token.back())) return {};
  const std::string_view name = token.substr(1);
  const bool onlyDigits = std::ranges::all_of(name, isDigit);
  switch (token.front()) {
  case '%':
    return onlyDigits ? name : token;
  case '!':
  case '#':
    return token;
  case '$':
    return token.starts_with("$L_") ? token : std::string_view();
  default:
    break;
  }
  const bool label = index == 0 && tokens.size() > 1 && tokens[1] == ":" && std::ranges::all_of(token, isDigit);
  return label ? token : std::string_view();
}

/// The name without its number: "%rd", "!", "$L__BB"; nothing for numbered values of LLVM IR.
std::string_view kindOf(std::string_view name) { return name.substr(0, name.find_first_of("0123456789")); }

bool hasLetters(std::string_view name) { return kindOf(name).size() > 1; }

struct Votes {
  int count = 0;
  /// The order of appearance breaks ties, so that the result does not depend on hashing.
  std::size_t first = 0;
};

using Ballot = std::map<std::pair<std::string_view, std::string_view>, Votes>;

std::vector<std::string_view> namesOf(std::string_view line) {
  const auto tokens = splitTokens(line);
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (const std::string_view name = countedName(tokens, i); !name.empty()) names.push_back(name);
  }
  return names;
}

void vote(const AlignedLines& lines, Ballot& ballot) {
  const auto left = namesOf(lines.left);
  const auto right = namesOf(lines.right);
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    const bool definition = i == 0;
    if (!lines.alike && (!definition || kindOf(left[i]) != kindOf(right[i]))) return;
    Votes& votes = ballot.try_emplace({left[i], right[i]}, Votes{0, ballot.size()}).first->second;
    votes.count += definition ? 2 : 1;
  }
}

} // namespace

std::string withoutNumbers(std::string_view line, Counted counted) {
  std::string text;
  const auto tokens = splitTokens(line);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    std::string_view name = countedName(tokens, i);
    if (counted == Counted::OnlyNumbers && hasLetters(name)) name = {};
    // A control character can't be mistaken for a part of the text.
    text.append(name.empty() ? tokens[i] : kindOf(name));
    if (!name.empty()) text.push_back('\x01');
  }
  return text;
}

NameTranslation::NameTranslation(std::span<const AlignedLines> aligned) {
  Ballot ballot;
  for (const AlignedLines& lines : aligned) vote(lines, ballot);
  std::vector<std::pair<Ballot::key_type, Votes>> candidates(ballot.begin(), ballot.end());
  std::ranges::sort(candidates, [](const auto& a, const auto& b) {
    return a.second.count != b.second.count ? a.second.count > b.second.count : a.second.first < b.second.first;
  });
  for (const auto& [pair, votes] : candidates) {
    if (rightOfLeft_.contains(pair.first) || taken_.contains(pair.second)) continue;
    rightOfLeft_.emplace(pair.first, pair.second);
    taken_.insert(pair.second);
  }
}

std::string_view NameTranslation::rightOf(std::string_view leftName) const {
  if (const auto translated = rightOfLeft_.find(leftName); translated != rightOfLeft_.end()) return translated->second;
  return taken_.contains(leftName) ? std::string_view() : leftName;
}

std::pair<TokenLine, TokenLine> NameTranslation::tokenLines(std::string_view left, std::string_view right) const {
  std::unordered_map<std::string_view, std::int32_t> words;
  std::unordered_map<std::string_view, std::int32_t> names;
  std::int32_t next = 0;
  const auto meaningIn = [&next](auto& table, std::string_view key) {
    const auto [entry, isNew] = table.try_emplace(key, next);
    if (isNew) ++next;
    return entry->second;
  };
  std::pair<TokenLine, TokenLine> lines{{splitTokens(left), {}}, {splitTokens(right), {}}};
  for (TokenLine* line : {&lines.first, &lines.second}) {
    for (std::size_t i = 0; i < line->tokens.size(); ++i) {
      const std::string_view name = countedName(line->tokens, i);
      const std::string_view meant = line == &lines.first && !name.empty() ? rightOf(name) : name;
      if (name.empty()) {
        line->meanings.push_back(meaningIn(words, line->tokens[i]));
      } else {
        line->meanings.push_back(meant.empty() ? next++ : meaningIn(names, meant));
      }
    }
  }
  return lines;
}

} // namespace gevo
