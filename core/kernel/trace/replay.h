#pragma once

/// Replaying a trace with a module's kernels on the simulated GPU and comparing what comes back.

#include "core/kernel/outputs/run_statistics.h"
#include "core/kernel/simulator/simulator.h"
#include "core/kernel/trace/overwritten.h"
#include "core/kernel/trace/trace.h"
#include "core/values/evaluation_result.h"
#include "core/values/project.h"
#include "core/values/settings.h"

#include <array>
#include <map>

namespace gevo::program {

/// What the original needed per launch of a trace, for budgets, and what it does wrong already.
struct Baseline {
  sim::Schedule schedule; ///< in which it ran, and variants do
  std::vector<std::uint64_t> launchWarpInstructions;
  std::vector<Bytes> delivered; ///< per copy to the host, per byte: 1 where anybody had written it; empty: everywhere
  std::vector<sim::Race> races;
  std::vector<sim::UndefinedValue> undefined;
  std::vector<sim::UndefinedRead> undefinedReads; ///< where the trace tolerates them
  /// With another value for each undefined byte than the trace has: what the original then copies to the host. Where that differs from what
  /// is recorded, it depends on the value, and a variant's may be anything.
  std::uint8_t undefinedByte = 0; ///< 0: the trace's own
  std::vector<Bytes> dependent;
  double microseconds = 0;
  bool followsSynchronisation = false; ///< atomic operations, flags and fences order some of its accesses: see sim::Limits
  std::vector<double> spread;          ///< by output: its error in this schedule, against the recorded bytes
  Overwritten overwritten;             ///< poisoned before each launch; empty: nothing is
  bool checksRaces = true;             ///< false: takes less time, and finds none
};

struct ReplayReport {
  Reason reason = Reason::None;
  std::string message;
  double microseconds = 0;                    ///< modelled kernel time, all launches
  double error = 0;                           ///< by the metric, largest over the outputs
  bool differs = false;                       ///< some output does; only where results are judged over several runs
  RunFigures figures;                         ///< likewise
  std::vector<sim::Race> races;               ///< all that were seen
  std::vector<sim::UndefinedValue> undefined; ///< likewise
  std::vector<sim::UndefinedRead> undefinedReads;
  bool isSameInAllSchedules = true; ///< each launch that ran, as in sim::LaunchReport
  std::vector<std::uint64_t> launchWarpInstructions;
  std::vector<Bytes> delivered;        ///< as in Baseline; of the original only
  bool followsSynchronisation = false; ///< as in Baseline; of the original only
  std::vector<double> spread;          ///< likewise
  std::vector<Bytes> dependent;        ///< likewise
  bool complete = false;               ///< all launches of the original finished
  double relativeError = 0;            ///< standard error of the microseconds, as a share of them; 0: they are modelled
  std::uint32_t repeats = 0;           ///< measured pairs with the original that they are the median of
  double energy = notMeasured;         ///< millijoules; on a GPU, where it is asked for
  double energyError = 0;              ///< as relativeError,
  std::uint32_t energyPairs = 0;       ///< and as repeats
  bool valid() const { return reason == Reason::None; }
};

/// The original itself: no budget but the fixed one, and races never reject. Its races are those that synchronisation leaves.
ReplayReport replayOriginal(const Trace& trace, sim::Simulator& simulator, const sim::Model& model, const std::vector<OutputInfo>& outputs,
                            const EvaluationSettings& settings);
/// In another than the ascending schedule, of which `ascending` is the baseline. Its outputs may differ from the recorded ones. Not valid:
/// the host program would go on differently, or a block waits for one that comes later, forever or for more than the budget.
ReplayReport replayOriginalIn(const sim::Schedule& schedule, const Baseline& ascending, const Trace& trace, sim::Simulator& simulator,
                              const sim::Model& model, const std::vector<OutputInfo>& outputs, const EvaluationSettings& settings);
/// How often replayOriginal replayed it.
inline int replaysOf(const ReplayReport& original) { return original.races.empty() && !original.followsSynchronisation ? 1 : 2; }
/// The original with another value for each undefined byte, in a trace that tolerates loads of them. `spread` says which outputs depend on
/// the value.
ReplayReport replayWithUndefined(std::uint8_t byte, const Trace& trace, sim::Simulator& simulator, const sim::Model& model,
                                 const std::vector<OutputInfo>& outputs, const EvaluationSettings& settings);
/// As numbers of any type large, positive and negative, so that they show in sums, minima and maxima; as an index far out of bounds.
inline constexpr std::array<std::uint8_t, 2> otherUndefinedBytes{0x7E, 0xFE};
Baseline baselineOf(const ReplayReport& original, const sim::Schedule& schedule = {});
Baseline baselineWithUndefined(std::uint8_t byte, const ReplayReport& original);

/// What the original delivered when the trace was recorded.
RunFigures recordedFigures(const Trace& trace, const std::vector<OutputInfo>& outputs);
/// In which order the threads of a run of a test that is run several times take their turns: in each in another one.
sim::Schedule scheduleOfRun(std::uint32_t run);

/// Orders of threads that results must not depend on, beside the ascending one that evaluations run in: interleaved ones only where that
/// makes a difference.
std::vector<sim::Schedule> otherSchedules(const sim::Simulator& original);

/// `baseline` null: as replayOriginal, but accesses that synchronisation orders count as races.
ReplayReport replay(const Trace& trace, sim::Simulator& simulator, const sim::Model& model, const std::vector<OutputInfo>& outputs,
                    const EvaluationSettings& settings, const Baseline* baseline);

} // namespace gevo::program
