#pragma once

/// What makes a run of a test invalid: the rules shared by replay and host-executed evaluation.

#include "core/base/bytes.h"
#include "core/kernel/outputs/metrics.h"
#include "core/kernel/simulator/simulator.h"
#include "core/values/evaluation_result.h"
#include "core/values/project.h"

namespace gevo::program {

Reason reasonOf(sim::FaultKind kind);

/// Warp instructions that a launch may take, given the original's.
std::uint64_t launchBudget(std::uint64_t original, double factor);

/// The first race that the policy rejects; null when there is none. `known`: the original's.
const sim::Race* rejectedRace(const std::vector<sim::Race>& races, const std::vector<sim::Race>& known, RacePolicy policy);

/// The first use of an undefined value that the original does not have on the same line; null when there is none.
const sim::UndefinedValue* rejectedUndefined(const std::vector<sim::UndefinedValue>& values, const std::vector<sim::UndefinedValue>& known);

/// What passes because the original does it too: "96 loads of undefined bytes (at kernel.cu:12, kernel.cu:20)". Empty if nothing does.
std::string excusedText(const std::vector<sim::UndefinedRead>& reads);
Reason reasonOf(const sim::UndefinedRead& read);
/// The first load of undefined bytes that the original does not do at the same place as often; null when there is none.
const sim::UndefinedRead* rejectedRead(const std::vector<sim::UndefinedRead>& reads, const std::vector<sim::UndefinedRead>& known);

/// How an output's bytes are read; null: as bytes.
ElementType elementTypeOf(const OutputInfo* output);
/// What of an output's copy is not compared; nothing of a decision.
std::span<const IgnoredElements> ignoredOf(const OutputInfo* output, bool isDecision);

/// Result of comparing bytes copied to the host with the original's.
struct OutputComparison {
  Reason reason = Reason::None;
  std::string message;
  double error = 0; ///< scaled to the run's tolerance if the output has its own
  bool differs = false;
};
/// `output`: null if it has no description; then `number` names it. Both views have the same size. `allowed`: an error that the original
/// itself has against the expected bytes, in another order of its threads. Where settings.statistical is on, another result is no error yet
/// (run_statistics.h).
OutputComparison compareWithOriginal(const OutputInfo* output, std::uint32_t number, ByteView expected, ByteView got,
                                     const EvaluationSettings& settings, bool isDecision, double allowed = 0);

} // namespace gevo::program
