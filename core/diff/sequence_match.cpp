#include "core/diff/sequence_match.h"

#include <algorithm>
#include <dtl/dtl.hpp>
#include <unordered_set>

namespace gevo {

namespace {

/// A part of a sequence with the original positions of its elements.
struct Filtered {
  std::vector<std::int32_t> elements;
  std::vector<std::int32_t> positions;
};

/// An element without a counterpart is in no common subsequence, so leaving it out only saves time.
Filtered keepCommon(const std::vector<std::int32_t>& sequence, std::size_t begin, std::size_t end,
                    const std::unordered_set<std::int32_t>& other) {
  Filtered kept;
  for (std::size_t i = begin; i < end; ++i) {
    if (!other.contains(sequence[i])) continue;
    kept.elements.push_back(sequence[i]);
    kept.positions.push_back(static_cast<std::int32_t>(i));
  }
  return kept;
}

void appendMiddle(const Filtered& left, const Filtered& right, std::vector<SequenceMatch>& matches) {
  if (left.elements.empty() || right.elements.empty()) return;
  dtl::Diff<std::int32_t, std::vector<std::int32_t>> diff(left.elements, right.elements);
  diff.compose();
  std::size_t i = 0;
  std::size_t j = 0;
  const auto script = diff.getSes().getSequence();
  for (const auto& step : script) {
    switch (step.second.type) {
    case dtl::SES_DELETE:
      ++i;
      break;
    case dtl::SES_ADD:
      ++j;
      break;
    default:
      matches.push_back({left.positions[i++], right.positions[j++]});
    }
  }
}

} // namespace

std::vector<SequenceMatch> matchSequences(const std::vector<std::int32_t>& left, const std::vector<std::int32_t>& right) {
  const std::size_t shorter = std::min(left.size(), right.size());
  std::size_t prefix = 0;
  while (prefix < shorter && left[prefix] == right[prefix]) ++prefix;
  std::size_t suffix = 0;
  while (suffix < shorter - prefix && left[left.size() - 1 - suffix] == right[right.size() - 1 - suffix]) ++suffix;

  std::vector<SequenceMatch> matches;
  matches.reserve(shorter);
  for (std::size_t i = 0; i < prefix; ++i) matches.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(i)});

  const std::size_t leftEnd = left.size() - suffix;
  const std::size_t rightEnd = right.size() - suffix;
  const auto at = [](std::size_t offset) { return static_cast<std::ptrdiff_t>(offset); };
  const std::unordered_set<std::int32_t> inLeft(left.begin() + at(prefix), left.begin() + at(leftEnd));
  const std::unordered_set<std::int32_t> inRight(right.begin() + at(prefix), right.begin() + at(rightEnd));
  appendMiddle(keepCommon(left, prefix, leftEnd, inRight), keepCommon(right, prefix, rightEnd, inLeft), matches);

  for (std::size_t i = 0; i < suffix; ++i) {
    matches.push_back({static_cast<std::int32_t>(leftEnd + i), static_cast<std::int32_t>(rightEnd + i)});
  }
  return matches;
}

} // namespace gevo
