#pragma once

/// The longest common subsequence of two sequences of interned numbers.

#include <cstdint>
#include <vector>

namespace gevo {

/// Indices of two equal elements that are matched.
struct SequenceMatch {
  std::int32_t left = 0;
  std::int32_t right = 0;
};

/// Matches in ascending order of both members. Equal elements at both ends are always matched; elements that occur on
/// one side only cost next to nothing, so two entirely different texts are as cheap as two equal ones.
std::vector<SequenceMatch> matchSequences(const std::vector<std::int32_t>& left, const std::vector<std::int32_t>& right);

} // namespace gevo
