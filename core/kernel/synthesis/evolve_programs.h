#pragma once

/// Short TMBL programs that compute nearly what a function of a kernel does, by symbolic regression on calls that tests made of it, and
/// polynomials.

#include "core/kernel/ir/evolved_functions.h"
#include "core/kernel/synthesis/call_samples.h"

#include <functional>

namespace gevo::program {

struct EvolveOptions {
  std::uint64_t evaluations = 100000; ///< of each of the three searches
  std::uint64_t seed = 1;
  std::function<void(std::uint64_t done, std::uint64_t all)> progress = {};
};

/// By length: of additions and products first, then with divisions and roots, then with exp, log, sin and cos too; polynomials last.
/// Without those that are hardly better than the mean. The same samples and seed give the same programs. Empty where no result was finite.
Result<std::vector<ir::EvolvedFunction>> evolvePrograms(const CallSamples& samples, const EvolveOptions& options);

/// "exp was called 12,800 times with 0.1 to 3.2: 14 programs of 1 to 22 instructions are near it, with errors of 3.2e-07 to 0.21"
std::string noteOf(const CallSamples& samples, const std::vector<ir::EvolvedFunction>& evolved);

} // namespace gevo::program
