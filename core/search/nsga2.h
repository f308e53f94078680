#pragma once

/// NSGA-II (Deb et al. 2002; seeds/000, III-C): fronts and crowding, for any number of minimised objectives.

#include <cstdint>
#include <span>
#include <vector>

namespace gevo {

using Objectives = std::vector<double>;

/// a is no worse in every objective and better in one.
bool dominates(const Objectives& a, const Objectives& b);

struct Ranking {
  std::vector<std::uint32_t> rank;              ///< per point: 0 is the first front
  std::vector<double> crowding;                 ///< per point, within its front; infinity at the ends
  std::vector<std::vector<std::size_t>> fronts; ///< indices, ascending within a front
};

/// Equal points count once for crowding (further copies get 0), an objective without range contributes 0, no NaN comes out.
/// Every value must be finite: failed variants never enter the sort.
Ranking rankPoints(std::span<const Objectives> points);

/// Better rank, then larger crowding, then fewer edits (`size`), then lower index.
std::vector<std::size_t> selectBest(const Ranking& ranking, std::span<const std::size_t> sizes, std::size_t count);

} // namespace gevo
