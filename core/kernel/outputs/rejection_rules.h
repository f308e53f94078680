#pragma once

/// What makes a run of a test wrong, whoever ran it: the rules that replay and live evaluation share.

#include "core/base/bytes.h"
#include "core/kernel/outputs/metrics.h"
#include "core/kernel/simulator/simulator.h"
#include "core/values/evaluation_result.h"
#include "core/values/project.h"

namespace gevo::program {

Reason reasonOf(sim::FaultKind kind);

/// Warp instructions that a launch may take for which the original needed so many.
std::uint64_t launchBudget(std::uint64_t original, double factor);

/// The first race that the policy rejects; null when there is none. `known`: the original's.
const sim::Race* rejectedRace(const std::vector<sim::Race>& races, const std::vector<sim::Race>& known, RacePolicy policy);

/// The first use of an undefined value that the original has not on the same line; null when there is none.
const sim::UndefinedValue* rejectedUndefined(const std::vector<sim::UndefinedValue>& values, const std::vector<sim::UndefinedValue>& known);

/// What is wrong with bytes that were delivered to the host.
struct OutputComparison {
  Reason reason = Reason::None;
  std::string detail;
  double error = 0; ///< as a share of the run's tolerance where the output has its own
};
/// `output`: null where it has no description; `number` names it then. Both views have one size.
OutputComparison judgeOutput(const OutputInfo* output, std::uint32_t number, ByteView expected, ByteView got,
                             const EvaluationSettings& settings, bool isDecision);

} // namespace gevo::program
