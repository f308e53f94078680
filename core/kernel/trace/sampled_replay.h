#pragma once

/// Times a module's kernels in the launches of a sampled trace. Results are not compared: tests do that.

#include "core/kernel/simulator/simulator.h"
#include "core/kernel/trace/launch_sample.h"
#include "core/values/evaluation_result.h"

namespace gevo::program {

/// By sampled launch.
struct SampledTimes {
  Reason reason = Reason::None; ///< why the last launch did not end
  std::string message;
  std::vector<double> microseconds; ///< of the launch, made of its sampled blocks
  std::vector<std::uint64_t> instructions;
  bool valid() const { return reason == Reason::None; }
};

Result<std::vector<LaunchSample>> samplesOf(const Trace& trace);

/// `original`: whose instructions, times `budgetFactor`, are the most that a launch may take; null: there is no such limit.
SampledTimes replaySampled(const Trace& trace, sim::Simulator& simulator, const sim::Model& model, const SampledTimes* original,
                           double budgetFactor);

/// Microseconds of the whole run, from what its launches take in the original and how much longer the sampled blocks take now.
double wholeRun(const std::vector<LaunchSample>& samples, const SampledTimes& original, const SampledTimes& variant);

} // namespace gevo::program
