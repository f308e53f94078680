#pragma once

/// Tries a variant on many fresh inputs: other data and sizes than any that it was selected or validated by.

#include "core/inputs/fuzz_inputs.h"
#include "core/validation/validation.h"
#include "core/values/problem_input.h"

#include <limits>

namespace gevo {

struct FuzzSettings {
  std::size_t inputs = 20;
  double seconds = std::numeric_limits<double>::infinity(); ///< after which no more are begun, but a few in any case
  double error = std::numeric_limits<double>::infinity();   ///< more is not what is wanted of the variant, though valid
  /// Takes the result with the first input that failed, and with the first that had too large an error, as it is found.
  std::function<Result<void>(const ValidationResult&)> keep;
  std::function<void(std::size_t done, std::size_t of)> progress;
};

struct FuzzReport {
  std::vector<std::string> passed;   ///< command lines
  std::vector<ProblemInput> failed;  ///< where the original passes: what the variant does there
  std::vector<ProblemInput> inexact; ///< among those that passed: an error beyond what was wanted
  std::vector<ProblemInput> useless; ///< where the original fails: they tell nothing of a variant
  double error = 0;                  ///< the largest of those that passed, by the run's metric
};

/// The file's lines are used in turn. An error where the file has none, its program can't run here, or on cancellation.
Result<FuzzReport> fuzzVariant(const Store& store, const RunInfo& run, const Individual& variant, Validator& validator,
                               const JobOptions& job, const FuzzSettings& settings);

} // namespace gevo
