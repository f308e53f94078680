#include "core/search/nsga2.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace gevo {

namespace {

using Indices = std::vector<std::size_t>;

/// True when a member of `front` dominates `point`. Members were added in lexicographic order; with one or two objectives
/// the last one is the smallest in the last objective, so it alone decides.
bool isDominatedIn(const Indices& front, std::span<const ObjectiveVector> points, std::size_t point) {
  if (points[point].size() <= 2) return dominates(points[front.back()], points[point]);
  return std::any_of(front.rbegin(), front.rend(), [&](std::size_t member) { return dominates(points[member], points[point]); });
}

/// Efficient non-dominated sort (Zhang et al. 2015): points in lexicographic order go to the first front that holds
/// nothing better, found by bisection. O(n log n) for two objectives; a full comparison matrix is n^2. Equal points are looked at once.
std::vector<Indices> sortFronts(std::span<const ObjectiveVector> points) {
  Indices order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return points[a] != points[b] ? points[a] < points[b] : a < b; });

  std::vector<Indices> fronts;
  std::vector<Indices> distinct; // of each front, a member for each of its points
  std::size_t home = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t point = order[i];
    if (i > 0 && points[point] == points[order[i - 1]]) {
      fronts[home].push_back(point);
      continue;
    }
    const auto first =
        std::partition_point(distinct.begin(), distinct.end(), [&](const Indices& front) { return isDominatedIn(front, points, point); });
    home = std::size_t(first - distinct.begin());
    if (home == fronts.size()) {
      fronts.emplace_back();
      distinct.emplace_back();
    }
    fronts[home].push_back(point);
    distinct[home].push_back(point);
  }
  for (Indices& front : fronts) std::ranges::sort(front);
  return fronts;
}

/// The members that stand for all equal to them: of each distinct point the lowest index.
Indices distinctMembers(const Indices& front, std::span<const ObjectiveVector> points) {
  Indices distinct = front;
  std::ranges::sort(distinct, [&](std::size_t a, std::size_t b) { return points[a] != points[b] ? points[a] < points[b] : a < b; });
  const auto repeated = std::ranges::unique(distinct, [&](std::size_t a, std::size_t b) { return points[a] == points[b]; });
  distinct.erase(repeated.begin(), repeated.end());
  return distinct;
}

void addCrowding(const Indices& front, std::span<const ObjectiveVector> points, std::vector<double>& crowding) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Indices order = distinctMembers(front, points);
  if (order.size() <= 2) {
    for (const std::size_t point : order) crowding[point] = infinity;
    return;
  }
  for (std::size_t objective = 0; objective < points[order[0]].size(); ++objective) {
    // Halves, so that the range of the largest numbers is a number too; the quotients stay the same.
    const auto value = [&](std::size_t point) { return points[point][objective] / 2; };
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return value(a) != value(b) ? value(a) < value(b) : a < b; });
    const double range = value(order.back()) - value(order.front());
    if (!(range > 0)) continue;
    crowding[order.front()] = crowding[order.back()] = infinity;
    for (std::size_t i = 1; i + 1 < order.size(); ++i) crowding[order[i]] += (value(order[i + 1]) - value(order[i - 1])) / range;
  }
}

} // namespace

bool dominates(const ObjectiveVector& a, const ObjectiveVector& b) {
  bool better = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] > b[i]) return false;
    better = better || a[i] < b[i];
  }
  return better;
}

Ranking rankPoints(std::span<const ObjectiveVector> points) {
  Ranking ranking;
  ranking.rank.resize(points.size());
  ranking.crowding.resize(points.size(), 0);
  ranking.fronts = sortFronts(points);
  for (std::size_t rank = 0; rank < ranking.fronts.size(); ++rank) {
    for (const std::size_t point : ranking.fronts[rank]) ranking.rank[point] = static_cast<std::uint32_t>(rank);
    addCrowding(ranking.fronts[rank], points, ranking.crowding);
  }
  return ranking;
}

bool isBetter(const Ranking& ranking, std::span<const std::size_t> sizes, std::size_t a, std::size_t b) {
  if (ranking.rank[a] != ranking.rank[b]) return ranking.rank[a] < ranking.rank[b];
  if (ranking.crowding[a] != ranking.crowding[b]) return ranking.crowding[a] > ranking.crowding[b];
  if (sizes[a] != sizes[b]) return sizes[a] < sizes[b];
  return a < b;
}

std::vector<std::size_t> selectBest(const Ranking& ranking, std::span<const std::size_t> sizes, std::size_t count) {
  Indices order(ranking.rank.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return isBetter(ranking, sizes, a, b); });
  order.resize(std::min(count, order.size()));
  return order;
}

} // namespace gevo
