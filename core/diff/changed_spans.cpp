#include "core/diff/changed_spans.h"

#include "core/diff/sequence_match.h"
#include "core/diff/tokens.h"

#include <algorithm>
#include <unordered_map>

namespace gevo {

namespace {

/// A changed stretch on both sides, in tokens; either may be empty.
struct Change {
  TextSpan left;
  TextSpan right;
};

std::vector<Change> findChanges(const TokenLine& left, const TokenLine& right) {
  std::vector<Change> changes;
  std::uint32_t i = 0;
  std::uint32_t j = 0;
  const auto closeGap = [&](std::uint32_t leftEnd, std::uint32_t rightEnd) {
    if (i < leftEnd || j < rightEnd) changes.push_back({{i, leftEnd}, {j, rightEnd}});
    i = leftEnd + 1;
    j = rightEnd + 1;
  };
  for (const SequenceMatch& match : matchSequences(left.meanings, right.meanings)) {
    closeGap(static_cast<std::uint32_t>(match.left), static_cast<std::uint32_t>(match.right));
  }
  closeGap(static_cast<std::uint32_t>(left.tokens.size()), static_cast<std::uint32_t>(right.tokens.size()));
  return changes;
}

std::uint32_t bytesOf(const TokenLine& line, TextSpan tokens) {
  std::uint32_t bytes = 0;
  for (std::uint32_t i = tokens.begin; i < tokens.end; ++i) bytes += static_cast<std::uint32_t>(line.tokens[i].size());
  return bytes;
}

bool worthJoining(const Change& before, const Change& after, const TokenLine& left, const TokenLine& right) {
  const auto length = [&](const Change& change) { return std::max(bytesOf(left, change.left), bytesOf(right, change.right)); };
  const std::uint32_t between = bytesOf(left, {before.left.end, after.left.begin});
  const auto first = left.tokens.begin();
  return std::all_of(first + before.left.end, first + after.left.begin, isBlank) || (between <= length(before) && between <= length(after));
}

void appendBytes(const TokenLine& line, TextSpan tokens, std::vector<TextSpan>& spans) {
  const std::uint32_t begin = bytesOf(line, {0, tokens.begin});
  if (tokens.begin < tokens.end) spans.push_back({begin, begin + bytesOf(line, tokens)});
}

} // namespace

ChangedSpans changedSpans(const TokenLine& left, const TokenLine& right) {
  std::vector<Change> joined;
  for (const Change& change : findChanges(left, right)) {
    if (!joined.empty() && worthJoining(joined.back(), change, left, right)) {
      joined.back().left.end = change.left.end;
      joined.back().right.end = change.right.end;
    } else {
      joined.push_back(change);
    }
  }
  ChangedSpans spans;
  for (const Change& change : joined) {
    appendBytes(left, change.left, spans.first);
    appendBytes(right, change.right, spans.second);
  }
  return spans;
}

ChangedSpans changedSpans(std::string_view left, std::string_view right) {
  std::unordered_map<std::string_view, std::int32_t> numbers;
  const auto tokenLine = [&numbers](std::string_view text) {
    TokenLine line{splitTokens(text), {}};
    for (std::string_view token : line.tokens) {
      line.meanings.push_back(numbers.try_emplace(token, static_cast<std::int32_t>(numbers.size())).first->second);
    }
    return line;
  };
  const TokenLine leftLine = tokenLine(left);
  return changedSpans(leftLine, tokenLine(right));
}

} // namespace gevo
