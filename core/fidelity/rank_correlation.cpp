#include "core/fidelity/rank_correlation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gevo {

namespace {

/// Standard errors on each side that hold 95 % of a normal distribution.
constexpr double errorsOfInterval = 1.96;

int signOf(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

/// Sums of products over pairs, from which a coefficient of correlation comes.
struct Products {
  double both = 0;
  double simulated = 0;
  double measured = 0;

  void add(double s, double m) {
    both += s * m;
    simulated += s * s;
    measured += m * m;
  }
  std::optional<double> coefficient() const {
    if (simulated == 0 || measured == 0) return std::nullopt;
    return std::clamp(both / std::sqrt(simulated * measured), -1.0, 1.0);
  }
};

} // namespace

Interval intervalOf(const FidelityPoint& point) {
  return {point.measured - errorsOfInterval * point.error, point.measured + errorsOfInterval * point.error};
}

bool isOrdered(const FidelityPoint& a, const FidelityPoint& b) {
  const Interval one = intervalOf(a);
  const Interval other = intervalOf(b);
  return one.to < other.from || other.to < one.from;
}

std::vector<double> ranksOf(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    const double rank = (static_cast<double>(begin + end) + 1) / 2;
    for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = rank;
    begin = end;
  }
  return ranks;
}

FidelityFigures fidelityOf(const std::vector<FidelityPoint>& points) {
  FidelityFigures figures;
  figures.points = points.size();
  if (points.empty()) return figures;
  std::vector<double> simulated;
  std::vector<double> measured;
  for (const FidelityPoint& point : points) {
    simulated.push_back(point.simulated);
    measured.push_back(point.measured);
    figures.percentageError += std::abs(point.simulated - point.measured) / point.measured / static_cast<double>(points.size());
  }
  figures.span = std::ranges::max(measured) / std::ranges::min(measured) - 1;
  const std::vector<double> simulatedRanks = ranksOf(simulated);
  const std::vector<double> measuredRanks = ranksOf(measured);
  Products ranks;
  Products signs;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      if (!isOrdered(points[i], points[j])) continue;
      ++figures.pairs;
      ranks.add(simulatedRanks[i] - simulatedRanks[j], measuredRanks[i] - measuredRanks[j]);
      signs.add(signOf(simulated[i] - simulated[j]), signOf(measured[i] - measured[j]));
    }
  figures.spearman = ranks.coefficient();
  figures.kendall = signs.coefficient();
  return figures;
}

} // namespace gevo
