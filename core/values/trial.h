#pragma once

/// What a run learns beside its tests: variants that lead are tried on fuzz inputs, and an input on which one fails where the original does
/// not is a counterexample, which the others are held to from then on.

#include "core/values/evaluation_result.h"

#include <string>

namespace gevo {

/// One variant on one fuzz input.
struct Trial {
  std::int64_t variant = 0;
  std::uint32_t input = 0; ///< its place among the file's
  Reason reason = Reason::None;
  double error = 0;        ///< by the run's metric; 0 where it failed
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
};

} // namespace gevo
