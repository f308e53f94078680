#pragma once

/// Symbolic regression with TMBL: programs for a table, by NSGA-II (Deb et al. 2002) on error and length. Offspring come by mutation alone;
/// results are scaled linearly (Keijzer 2003); constants of the front are tuned by least squares.

#include "core/tmbl/mutation.h"
#include "core/tmbl/population_evaluator.h"
#include "core/tmbl/regression/regression_data.h"

#include <functional>
#include <stop_token>

namespace gevo::tmbl {

struct RegressionSettings {
  OperationSet operations;
  std::uint32_t slotCount = 4;
  std::size_t mostInstructions = 50; ///< with those that reach no result
  std::uint32_t population = 500;
  std::uint64_t evaluations = 100000; ///< stop after the generation in which so many are used; those of tuning count too
  double seconds = 0;                 ///< stop after the generation that this time ends in; 0: never
  std::uint64_t seed = 1;
  unsigned threads = 0; ///< 0: one for each processor; the result does not depend on it
};

/// A program with its scaling: the last instructions of the program, where they do anything.
struct FittedProgram {
  Program program;          ///< without dead code; the result is in slot 0
  std::size_t length = 0;   ///< instructions
  double trainingError = 0; ///< root of the mean square
  double testError = 0;     ///< the same on held-out rows; infinity where a result is not finite
  double explained = 0;     ///< share of the target's variance, on held-out rows if there are some (R^2)
};

struct RegressionProgress {
  std::uint32_t generation = 0;
  std::uint64_t evaluations = 0;
  double error = 0; ///< the least so far, as a share of the target's standard deviation
  /// Regression::front so far, for callbacks that show it: costs two evaluations of each program of the population, on this thread. To be
  /// called within the callback only.
  std::function<std::vector<FittedProgram>()> front = {};
};

struct Regression {
  std::vector<FittedProgram> front; ///< by length; each has a training error below those before it, by a thousandth at least
  std::uint64_t evaluations = 0;
  std::uint32_t generations = 0;
};

/// Blocks. The same settings and data give the same result unless `seconds` or `stop` ends it. Errors are the evaluator's.
Result<Regression> runRegression(const RegressionData& data, const RegressionSettings& settings, PopulationEvaluator& evaluator,
                                 const std::function<void(const RegressionProgress&)>& progress = {}, std::stop_token stop = {});

} // namespace gevo::tmbl
