#pragma once

#include <optional>
#include <span>
#include <vector>

namespace gevo::tmbl {

/// Coefficients of columns, which are as long as the target, for the sum that is nearest to it, by normal equations. `damping`: a share
/// that is added to their diagonal, but for the first column. Nothing where the columns depend on each other.
std::optional<std::vector<double>> leastSquares(const std::vector<std::vector<double>>& columns, std::span<const double> target,
                                                double damping);

} // namespace gevo::tmbl
