#pragma once

/// The variants of a stored run's Pareto front on held-out tests, one after the other. Like every validation it selects nothing.

#include "core/validation/validation.h"

#include <limits>

namespace gevo {

struct FrontReport {
  struct Member {
    VariantRow variant;
    std::optional<ValidationRow> validation; ///< nothing where there was no time for it
  };
  std::vector<Member> members;  ///< in the front's order, without the original
  std::optional<Error> problem; ///< what ended it early

  std::size_t passed() const;
  std::size_t failed() const;
  std::size_t open() const; ///< not validated
};

struct FrontValidation {
  double seconds = std::numeric_limits<double>::infinity(); ///< after these no validation begins
  /// Each new result, at once; where it fails, that is the problem.
  std::function<Result<void>(const ValidationResult&)> keep;
  std::function<void(std::size_t done, std::size_t of)> progress;
};

/// Those that were validated before keep their result. On cancellation the problem is the validator's. An error is one of the file.
Result<FrontReport> validateFront(const Store& store, const RunInfo& run, Validator& validator, const FrontValidation& how);

} // namespace gevo
