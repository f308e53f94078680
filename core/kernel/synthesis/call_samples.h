#pragma once

/// What kept functions (core/kernel/ir/kept_functions.h) were called with in recorded tests, and what they returned.

#include "core/base/result.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/simulator/machine/model.h"
#include "core/kernel/trace/trace.h"

#include <string>
#include <vector>

namespace gevo::program {

/// Of one function: calls of each test, drawn from all that it made, each as likely as any other. Rows with a number that is not finite as
/// a float are left out.
struct CallSamples {
  std::string function;                   ///< its name in the module
  std::string shownName;                  ///< as a user calls it
  std::uint64_t calls = 0;                ///< that were made
  std::vector<std::vector<float>> inputs; ///< by parameter
  /// Least and largest finite value of each parameter, in all calls.
  std::vector<std::pair<float, float>> ranges;
  std::vector<float> results;
  /// Of each parameter what programs are for, with what `addRange` found out beyond the calls; empty: the ranges.
  std::vector<std::pair<float, float>> domain = {};
};

/// Replays the tests with the original on the simulated GPU, without any check of its results. In the order of functions in the base. The
/// same tests give the same samples. An error where a launch does not end.
Result<std::vector<CallSamples>> sampleCalls(const ir::BaseModule& base, const sim::Model& model, const std::vector<const Trace*>& tests);

} // namespace gevo::program
