#include "core/diff/row_pairing.h"

#include "core/diff/tokens.h"

#include <algorithm>

namespace gevo {

namespace {

/// Below this similarity, a removed and an added line are clearer than one changed row.
constexpr double kAlike = 0.4;
/// Table entries of the exact method; 40,000 take some milliseconds.
constexpr std::size_t kLargestTable = 40'000;

using Bags = std::vector<std::vector<std::string_view>>;

Bags bagsOf(std::span<const std::string_view> lines) {
  Bags bags;
  bags.reserve(lines.size());
  for (std::string_view line : lines) bags.push_back(tokenBag(line));
  return bags;
}

double gain(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right) {
  const double alike = similarity(left, right);
  return alike < kAlike ? 0.0 : alike;
}

std::vector<SequenceMatch> pairInOrder(const Bags& left, const Bags& right) {
  std::vector<SequenceMatch> pairs;
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    if (gain(left[i], right[i]) > 0.0) pairs.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(i)});
  }
  return pairs;
}

/// best[i][j]: the largest sum for the lines from i and from j on.
std::vector<SequenceMatch> pairBest(const Bags& left, const Bags& right) {
  const std::size_t width = right.size() + 1;
  std::vector<double> gains(left.size() * width, 0.0);
  std::vector<double> best((left.size() + 1) * width, 0.0);
  for (std::size_t i = left.size(); i-- > 0;) {
    for (std::size_t j = right.size(); j-- > 0;) {
      gains[i * width + j] = gain(left[i], right[j]);
      const double paired = gains[i * width + j] > 0.0 ? gains[i * width + j] + best[(i + 1) * width + j + 1] : 0.0;
      best[i * width + j] = std::max({paired, best[(i + 1) * width + j], best[i * width + j + 1]});
    }
  }
  std::vector<SequenceMatch> pairs;
  for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    const double here = best[i * width + j];
    const double own = gains[i * width + j];
    if (own > 0.0 && own + best[(i + 1) * width + j + 1] >= here) {
      pairs.push_back({static_cast<std::int32_t>(i++), static_cast<std::int32_t>(j++)});
    } else if (best[(i + 1) * width + j] >= here) {
      ++i;
    } else {
      ++j;
    }
  }
  return pairs;
}

} // namespace

std::vector<SequenceMatch> pairLines(std::span<const std::string_view> removed, std::span<const std::string_view> added) {
  if (removed.empty() || added.empty()) return {};
  const Bags left = bagsOf(removed);
  const Bags right = bagsOf(added);
  return left.size() * right.size() > kLargestTable ? pairInOrder(left, right) : pairBest(left, right);
}

} // namespace gevo
