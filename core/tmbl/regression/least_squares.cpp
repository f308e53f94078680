#include "core/tmbl/regression/least_squares.h"

#include <cmath>

namespace gevo::tmbl {

namespace {

/// Cholesky's method; nothing where the matrix is not positive definite.
std::optional<std::vector<double>> solve(std::vector<std::vector<double>> matrix, std::vector<double> right) {
  const std::size_t n = right.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = matrix[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= matrix[i][k] * matrix[j][k];
      if (i != j) {
        matrix[i][j] = sum / matrix[j][j];
        continue;
      }
      if (!(sum > 0) || !std::isfinite(sum)) return std::nullopt;
      matrix[i][i] = std::sqrt(sum);
    }
    for (std::size_t k = 0; k < i; ++k) right[i] -= matrix[i][k] * right[k];
    right[i] /= matrix[i][i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) right[i] -= matrix[k][i] * right[k];
    right[i] /= matrix[i][i];
  }
  return right;
}

} // namespace

std::optional<std::vector<double>> leastSquares(const std::vector<std::vector<double>>& columns, std::span<const double> target,
                                                double damping) {
  const std::size_t n = columns.size();
  const auto product = [](std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  };
  std::vector<std::vector<double>> matrix(n, std::vector<double>(n));
  std::vector<double> right(n);
  std::vector<double> scale(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) matrix[i][j] = product(columns[i], columns[j]);
    right[i] = product(columns[i], target);
    scale[i] = matrix[i][i] > 0 ? 1 / std::sqrt(matrix[i][i]) : 1;
  }
  for (std::size_t i = 0; i < n; ++i) {
    right[i] *= scale[i];
    for (std::size_t j = 0; j <= i; ++j) matrix[i][j] *= scale[i] * scale[j];
    if (i > 0) matrix[i][i] += damping;
  }
  std::optional<std::vector<double>> solution = solve(std::move(matrix), std::move(right));
  for (std::size_t i = 0; solution && i < n; ++i) (*solution)[i] *= scale[i];
  return solution;
}

} // namespace gevo::tmbl
