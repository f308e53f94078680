#pragma once

/// NSGA-II (Deb et al. 2002; Liou et al. 2019, III-C): fronts and crowding, for any number of minimised objectives.

#include <cstdint>
#include <span>
#include <vector>

namespace gevo {

using ObjectiveVector = std::vector<double>;

/// a is no worse in every objective and better in one.
bool dominates(const ObjectiveVector& a, const ObjectiveVector& b);

struct Ranking {
  std::vector<std::uint32_t> rank;              ///< per point: 0 is the first front
  std::vector<double> crowding;                 ///< per point, within its front; infinity at the ends
  std::vector<std::vector<std::size_t>> fronts; ///< indices, ascending within a front
};

/// Equal points count once for crowding (further copies get 0), an objective without range contributes 0, no NaN comes out.
/// Every value must be finite: failed variants never enter the sort.
Ranking rankPoints(std::span<const ObjectiveVector> points);

/// The order of NSGA-II: better rank, then larger crowding, then fewer edits (`sizes`), then lower index.
bool isBetter(const Ranking& ranking, std::span<const std::size_t> sizes, std::size_t a, std::size_t b);

/// The best `count` (or all, if there are fewer) by that order, best first.
std::vector<std::size_t> selectBest(const Ranking& ranking, std::span<const std::size_t> sizes, std::size_t count);

} // namespace gevo
