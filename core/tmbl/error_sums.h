#pragma once

/// What is summed over the cases for a program, and the errors that follow from it. With y the program's result less the centre of the
/// targets, and t the target less the same.
///
/// Each lane of a chunk adds its cases in order; then lane l takes over the sum of lane l + 128, then that of l + 64, and so on; the sums
/// of chunks are added in order. Every evaluator does it like that, in double precision with nothing fused, so that sums have equal bits.

#include "core/tmbl/cases.h"

namespace gevo::tmbl {

struct ErrorSums {
  double outputs = 0;  ///< of y
  double squares = 0;  ///< of y * y
  double products = 0; ///< of y * t

  ErrorSums& operator+=(const ErrorSums& other) {
    outputs += other.outputs;
    squares += other.squares;
    products += other.products;
    return *this;
  }
  friend bool operator==(const ErrorSums&, const ErrorSums&) = default;
};

/// Root of the mean square of the errors; infinity where a result is not finite.
double rootMeanSquare(const ErrorSums& sums, const Cases& cases);

/// Linear scaling (Keijzer 2003): the line through a program's results that is nearest to the targets. A program need then only find the
/// target's shape.
struct Scaling {
  double slope = 1;
  double intercept = 0;
  double error = 0; ///< root of the mean square that is left; infinity where a result is not finite
};
Scaling scalingOf(const ErrorSums& sums, const Cases& cases);

} // namespace gevo::tmbl
