#include "core/interactions/shapley.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

namespace gevo {

namespace {

constexpr std::size_t leastOrders = 30; ///< for an interval by the normal distribution
constexpr std::size_t mostOrders = 10'000;

/// The same on each machine, other than std::shuffle.
void shuffle(std::vector<std::size_t>& order, std::mt19937_64& random) {
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
}

/// Mean and variance of what was seen, updated one by one (Welford 1962).
struct Moments {
  double mean = 0;
  double squares = 0;

  void add(double value, std::size_t count) {
    const double before = value - mean;
    mean += before / double(count);
    squares += before * (value - mean);
  }
  double halfWidth(std::size_t count) const {
    return count < 2 ? std::numeric_limits<double>::infinity() : 1.96 * std::sqrt(squares / double(count - 1) / double(count));
  }
};

} // namespace

std::vector<SubsetValue> shapleyValues(const std::vector<SubsetValue>& subsets) {
  const auto edits = std::size_t(std::bit_width(subsets.size())) - 1;
  // The share of orders in which the edits before it are those of a subset with so many: s! (n - s - 1)! / n!
  std::vector<double> share(edits, 1.0);
  for (std::size_t size = 0; size < edits; ++size)
    share[size] = std::exp(std::lgamma(double(size) + 1) + std::lgamma(double(edits - size)) - std::lgamma(double(edits) + 1));
  std::vector<SubsetValue> values(edits);
  for (std::size_t edit = 0; edit < edits; ++edit) {
    double variance = 0;
    for (std::size_t number = 0; number < subsets.size(); ++number) {
      if (((number >> edit) & 1) != 0) continue;
      const SubsetValue& before = subsets[number];
      const SubsetValue& after = subsets[number | (std::size_t(1) << edit)];
      const double weight = share[std::size_t(std::popcount(number))];
      values[edit].value += weight * (after.value - before.value);
      variance += weight * weight * (after.halfWidth * after.halfWidth + before.halfWidth * before.halfWidth);
    }
    values[edit].halfWidth = std::sqrt(variance);
  }
  return values;
}

std::vector<SubsetValue>
sampleShapleyValues(std::size_t edits, double enough,
                    const std::function<std::optional<std::vector<SubsetValue>>(const std::vector<std::size_t>& order)>& valuesOf) {
  std::vector<Moments> moments(edits);
  std::mt19937_64 random(2009);
  std::vector<std::size_t> order(edits);
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::size_t count = 0;
  const auto isEnough = [&] {
    return count >= leastOrders && std::ranges::all_of(moments, [&](const Moments& one) { return one.halfWidth(count) <= enough; });
  };
  while (count < mostOrders && !isEnough()) {
    shuffle(order, random);
    const auto values = valuesOf(order);
    if (!values) break;
    ++count;
    for (std::size_t i = 0; i < edits; ++i) moments[order[i]].add((*values)[i + 1].value - (*values)[i].value, count);
  }
  std::vector<SubsetValue> result;
  for (const Moments& one : moments) result.push_back({one.mean, one.halfWidth(count)});
  return result;
}

} // namespace gevo
