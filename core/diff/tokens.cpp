#include "core/diff/tokens.h"

#include "core/diff/sequence_match.h"

#include <algorithm>
#include <unordered_map>

namespace gevo {

namespace {

bool isWordByte(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return (value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z') || (value >= '0' && value <= '9') || value == '_' ||
         value >= 0x80;
}

bool isBlank(char byte) { return byte == ' ' || byte == '\t'; }

std::size_t weight(std::string_view token) { return isWordByte(token.front()) ? 2 : 1; }

std::size_t weight(const std::vector<std::string_view>& tokens) {
  std::size_t sum = 0;
  for (std::string_view token : tokens) sum += weight(token);
  return sum;
}

/// A changed stretch on both sides; either may be empty.
struct Change {
  TextSpan left;
  TextSpan right;

  std::uint32_t length() const { return std::max(left.end - left.begin, right.end - right.begin); }
};

std::vector<Change> findChanges(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right) {
  std::unordered_map<std::string_view, std::int32_t> numbers;
  const auto intern = [&numbers](const std::vector<std::string_view>& tokens) {
    std::vector<std::int32_t> ids;
    ids.reserve(tokens.size());
    for (std::string_view token : tokens) {
      ids.push_back(numbers.try_emplace(token, static_cast<std::int32_t>(numbers.size())).first->second);
    }
    return ids;
  };
  const auto leftIds = intern(left);
  const auto rightIds = intern(right);

  std::vector<Change> changes;
  std::uint32_t leftByte = 0;
  std::uint32_t rightByte = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  const auto closeGap = [&](std::size_t leftEnd, std::size_t rightEnd) {
    Change change{{leftByte, leftByte}, {rightByte, rightByte}};
    for (; i < leftEnd; ++i) change.left.end += static_cast<std::uint32_t>(left[i].size());
    for (; j < rightEnd; ++j) change.right.end += static_cast<std::uint32_t>(right[j].size());
    leftByte = change.left.end;
    rightByte = change.right.end;
    if (change.length() > 0) changes.push_back(change);
  };
  for (const SequenceMatch& match : matchSequences(leftIds, rightIds)) {
    closeGap(static_cast<std::size_t>(match.left), static_cast<std::size_t>(match.right));
    leftByte += static_cast<std::uint32_t>(left[i++].size());
    rightByte += static_cast<std::uint32_t>(right[j++].size());
  }
  closeGap(left.size(), right.size());
  return changes;
}

bool worthJoining(const Change& before, const Change& after, std::string_view left) {
  const std::string_view between = left.substr(before.left.end, after.left.begin - before.left.end);
  if (std::ranges::all_of(between, isBlank)) return true;
  return between.size() <= before.length() && between.size() <= after.length();
}

} // namespace

std::vector<std::string_view> splitTokens(std::string_view line) {
  std::vector<std::string_view> tokens;
  std::size_t begin = 0;
  while (begin < line.size()) {
    std::size_t end = begin + 1;
    if (isWordByte(line[begin])) {
      while (end < line.size() && isWordByte(line[end])) ++end;
    } else if (isBlank(line[begin])) {
      while (end < line.size() && isBlank(line[end])) ++end;
    }
    tokens.push_back(line.substr(begin, end - begin));
    begin = end;
  }
  return tokens;
}

std::vector<std::string_view> tokenBag(std::string_view line) {
  std::vector<std::string_view> bag = splitTokens(line);
  std::erase_if(bag, [](std::string_view token) { return isBlank(token.front()); });
  std::ranges::sort(bag);
  return bag;
}

double similarity(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right) {
  const std::size_t total = weight(left) + weight(right);
  if (total == 0) return 1.0;
  std::size_t common = 0;
  auto i = left.begin();
  auto j = right.begin();
  while (i != left.end() && j != right.end()) {
    if (*i < *j) {
      ++i;
    } else if (*j < *i) {
      ++j;
    } else {
      common += weight(*i);
      ++i;
      ++j;
    }
  }
  return 2.0 * static_cast<double>(common) / static_cast<double>(total);
}

std::pair<std::vector<TextSpan>, std::vector<TextSpan>> changedSpans(std::string_view left, std::string_view right) {
  std::vector<Change> joined;
  for (const Change& change : findChanges(splitTokens(left), splitTokens(right))) {
    if (!joined.empty() && worthJoining(joined.back(), change, left)) {
      joined.back().left.end = change.left.end;
      joined.back().right.end = change.right.end;
    } else {
      joined.push_back(change);
    }
  }
  std::pair<std::vector<TextSpan>, std::vector<TextSpan>> spans;
  for (const Change& change : joined) {
    if (change.left.end > change.left.begin) spans.first.push_back(change.left);
    if (change.right.end > change.right.begin) spans.second.push_back(change.right);
  }
  return spans;
}

} // namespace gevo
