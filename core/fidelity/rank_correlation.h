#pragma once

/// How well one measure of variants' speed predicts another: the simulated GPU's against a real one's.

#include <cstddef>
#include <optional>
#include <vector>

namespace gevo {

/// A variant: its time as a share of the original's, by each measure.
struct FidelityPoint {
  double simulated = 1;
  double measured = 1;
  double error = 0; ///< standard error of `measured`, same unit
};

struct Interval {
  double from = 0;
  double to = 0;
};
/// In which the true value of `measured` lies with 95 % probability.
Interval intervalOf(const FidelityPoint& point);
/// The measured order of two variants is known: their intervals don't overlap.
bool isOrdered(const FidelityPoint& a, const FidelityPoint& b);

struct FidelityFigures {
  std::size_t points = 0;
  std::size_t pairs = 0; ///< whose measured order is known
  double span = 0;       ///< by how much the slowest is slower than the fastest, as a share, measured
  /// Daniels' coefficient over those pairs, with differences of ranks, and with their signs. Where every pair is ordered these are
  /// Spearman's rho and Kendall's tau-b. Nothing where no pair is ordered, or all are simulated alike.
  std::optional<double> spearman;
  std::optional<double> kendall;
  double percentageError = 0; ///< mean absolute one of `simulated`, as a share of `measured`
};
/// Enough different machine codes, whose times differ enough, for a correlation to be meaningful.
inline constexpr std::size_t enoughPoints = 100;
inline constexpr double enoughSpan = 0.1;
inline bool isTelling(const FidelityFigures& figures) { return figures.points >= enoughPoints && figures.span >= enoughSpan; }
/// Quadratic in the number of points.
FidelityFigures fidelityOf(const std::vector<FidelityPoint>& points);

/// From 1 on; equal values share the mean of their ranks.
std::vector<double> ranksOf(const std::vector<double>& values);

} // namespace gevo
