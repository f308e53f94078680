#pragma once

/// What a run learns beside its tests: variants that lead are tried on fuzz inputs, and an input on which one fails where the original does
/// not is a counterexample, which the others are held to from then on.

#include "core/values/evaluation_result.h"

#include <optional>
#include <string>
#include <vector>

namespace gevo {

/// One variant on one fuzz input.
struct Trial {
  std::int64_t variant = 0;
  std::uint32_t input = 0; ///< its place among the file's
  Reason reason = Reason::None;
  double error = 0;        ///< by the run's metric; of Reason::Slower its runtime by that of the original; else 0 where it failed
  bool isRecorded = false; ///< no trial yet: the input is recorded in the variant's configuration, for a later generation
};

/// Another than the tests show. Variants with the same code have the same fault.
struct Rejection {
  std::int64_t id = 0;
  Reason reason = Reason::WrongOutput;
  std::string message;
};

struct Counterexample {
  std::uint32_t generation = 0; ///< at the end of which it was found
  std::uint32_t input = 0;
  std::int64_t variant = 0; ///< that it was found with: it fails, or is no longer exact there
  Reason reason = Reason::None;
  std::string message; ///< what that variant does there
  bool operator==(const Counterexample&) const = default;
};

/// Edits of a variant that fails on an input too costly to join the tests: without the others it fails there too. As few as the budget
/// sufficed to find.
struct FailureCause {
  std::uint32_t input = 0;
  std::int64_t variant = 0;
  std::vector<std::uint32_t> edits; ///< by their places in the variant's list; those that are known to be needed come first
  std::uint32_t needed = 0;         ///< so many are
  /// With the needed edits and so many of the others the variant passes. Nothing: that is not known, not even of none.
  std::optional<std::uint32_t> passing = 0;
  std::uint32_t trials = 0; ///< that it took so far
  bool operator==(const FailureCause&) const = default;
};
/// Of the edits, as a variant's list counts them: from 1, in order.
std::vector<std::uint32_t> editNumbers(const FailureCause& cause);
/// "edits 3, 5 of variant 8123"; of a configuration by itself "the parameters of variant 8123".
std::string causeText(const FailureCause& cause);

} // namespace gevo
