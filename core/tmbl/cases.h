#pragma once

/// Fitness cases: the rows of a table on which programs are compared with a target.

#include "core/base/result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace gevo::tmbl {

/// Cases that are evaluated side by side: the lanes of an evaluator, the threads of a block on a GPU.
inline constexpr std::size_t lanes = 256;
/// Cases whose sums are added by themselves first: one block on a GPU. So a sum does not depend on who computes it.
inline constexpr std::size_t chunkCases = 8192;

class Cases {
public:
  /// Columns of equally many values. `targets`: one for each row. An error if there are none, or lengths differ.
  static Result<Cases> make(const std::vector<std::vector<float>>& inputs, std::vector<float> targets);

  /// The first of them, at most so many.
  Cases first(std::size_t rows) const;

  std::size_t rows() const { return targets_.size(); }
  std::uint32_t inputs() const { return inputs_; }
  /// From a column to the next in `values`: rows rounded up to whole lanes, and the rest is 0.
  std::size_t stride() const { return stride_; }
  std::size_t chunks() const { return (rows() + chunkCases - 1) / chunkCases; }
  const float* column(std::size_t input) const { return values_.data() + input * stride_; }
  std::span<const float> values() const { return values_; } ///< column by column
  std::span<const float> targets() const { return targets_; }
  /// The mean of the targets, from which errors are computed: sums of large numbers that nearly cancel would lose what counts.
  double centre() const { return centre_; }
  /// Targets less the centre, filled up to whole lanes.
  std::span<const double> centred() const { return centred_; }
  double centredSum() const { return centredSum_; }         ///< of those
  double centredSquares() const { return centredSquares_; } ///< of their squares

  /// Standard deviation of the targets.
  double deviation() const;

private:
  std::uint32_t inputs_ = 0;
  std::size_t stride_ = 0;
  std::vector<float> values_;
  std::vector<float> targets_;
  std::vector<double> centred_;
  double centre_ = 0;
  double centredSum_ = 0;
  double centredSquares_ = 0;
};

} // namespace gevo::tmbl
