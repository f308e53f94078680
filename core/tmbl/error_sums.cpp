#include "core/tmbl/error_sums.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gevo::tmbl {

double rootMeanSquare(const ErrorSums& sums, const Cases& cases) {
  const double squares = sums.squares - 2 * sums.products + cases.centredSquares();
  if (!std::isfinite(squares)) return std::numeric_limits<double>::infinity();
  return std::sqrt(std::max(0.0, squares) / static_cast<double>(cases.rows()));
}

Scaling scalingOf(const ErrorSums& sums, const Cases& cases) {
  const auto rows = static_cast<double>(cases.rows());
  const double variance = sums.squares - sums.outputs * sums.outputs / rows;
  const double covariance = sums.products - sums.outputs * cases.centredSum() / rows;
  const double targetVariance = cases.centredSquares() - cases.centredSum() * cases.centredSum() / rows;
  if (!std::isfinite(sums.squares) || !std::isfinite(sums.products)) return {1, 0, std::numeric_limits<double>::infinity()};
  // Results that vary less than they are exact are a constant.
  constexpr double leastShare = 1e-12;
  const bool constant = variance <= leastShare * sums.squares;
  const double slope = constant ? 0 : covariance / variance;
  const double left = constant ? targetVariance : targetVariance - covariance * slope;
  const double intercept = (cases.centredSum() - slope * sums.outputs) / rows + cases.centre() * (1 - slope);
  return {slope, intercept, std::sqrt(std::max(0.0, left) / rows)};
}

} // namespace gevo::tmbl
