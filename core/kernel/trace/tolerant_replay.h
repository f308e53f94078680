#pragma once

/// A trace replayed past what rejects a variant, to see how fast it would be and what it does wrong.

#include "core/kernel/trace/replay.h"

namespace gevo::program {

/// How far outside of an allocation loads and stores are gone on past, in bytes: rows of wide matrices.
inline constexpr std::uint64_t tolerantReach = 65536;

struct TolerantReport {
  Reason reason = Reason::None; ///< of what no replay goes on past: Misaligned, BarrierDivergence, Budget, ...
  std::string message;
  double microseconds = 0;
  std::vector<sim::Race> races; ///< without those that the baseline has, and so on
  std::vector<sim::UndefinedValue> undefined;
  std::vector<sim::UndefinedRead> undefinedReads;
  Reason results = Reason::None; ///< of the first copy to the host that does not pass
  std::string difference;
  double error = 0; ///< largest; infinite where it has none
};

/// `undefinedByte`: of loads outside of memory or of what nobody has written.
TolerantReport replayTolerantly(const Trace& trace, sim::Simulator& simulator, const sim::Model& model,
                                const std::vector<OutputInfo>& outputs, const EvaluationSettings& settings, const Baseline& baseline,
                                std::uint8_t undefinedByte);

} // namespace gevo::program
