#pragma once

/// Requests of workers to the process that runs a GPU (over a socket), and of that process to those that hold a CUDA context (over a
/// pipe). Frames as in core/protocol/frames.h.

#include "core/base/hash.h"
#include "core/kernel/cuda/device/code.h"
#include "core/kernel/outputs/run_statistics.h"
#include "core/values/evaluation_result.h"
#include "core/values/gpu_counters.h"
#include "core/values/gpu_use.h"
#include "core/values/project.h"
#include "core/values/settings.h"

namespace gevo::cuda {

/// A test, and the original's code to compare variants with.
struct TestRecipe {
  SharedBytes trace; ///< as the store has it
  std::vector<OutputInfo> outputs;
  EvaluationSettings settings;
  std::vector<SymbolAddress> symbols;
  Bytes original; ///< a cubin, or PTX
  /// The same test of the program in its own configuration, prepared before: other configurations have to deliver what that does, and
  /// their times are its time, times a ratio measured beside it. Null: the test is of the program's own.
  Hash128 own = {};
};
/// Names a test in orders.
Hash128 nameOf(const TestRecipe& recipe);

/// What the original does on this GPU.
struct Oracle {
  std::vector<Bytes> delivered;      ///< per copy to the host
  std::vector<double> noise;         ///< per copy: how far replays differ by the metric; 0: not at all
  std::vector<std::uint64_t> inputs; ///< checksum per allocation; compared if no kernel of the original changes it
  std::vector<bool> isInput;
  std::vector<std::uint64_t> margins; ///< checksums of the gaps between allocations
  double microseconds = 0;            ///< kernel time of a replay, median
  double relativeError = 0;           ///< of that median
  std::uint32_t repeats = 0;          ///< that it is of
  std::string log;                    ///< of the driver's assembler, where it made the original's code
  double replaySeconds = 0;           ///< wall clock of the longest kind of replay
  double timedSeconds = 0;            ///< of one that is timed, median
  std::vector<float> launchWeights;   ///< see timedLaunches(); empty: all are timed
  std::vector<std::string> notes;     ///< messages for the user
  double energy = notMeasured;        ///< millijoules of a replay, copying included, where it is an objective
  double energyError = 0;             ///< of it
  double error = 0;                   ///< of another configuration's own results
  std::uint32_t energyWindows = 0;    ///< that it is the median of
  program::RunFigures figures;        ///< where results are judged over several runs
};

struct MeasureOrder {
  Hash128 test;
  Bytes image; ///< a cubin, or PTX
  bool time = true;
  bool rejectWrongOutput = true; ///< false for the original made by another compiler: its error is reported only
  double relativeError = 0.01;
  bool exactly = false;            ///< to that error, even if it is clearly slower
  bool remeasure = false;          ///< measure even if this code is cached; earlier ratios count as well
  std::vector<float> ratios;       ///< of this code, measured before
  bool energy = false;             ///< that too
  std::vector<float> energyRatios; ///< of this code, measured before
};

struct Measurement {
  Reason reason = Reason::None;
  std::string message;     ///< of a valid one without rejectWrongOutput: how its results differ
  double microseconds = 0; ///< ratio times the original's; after a wrong result: of its one run
  double error = 0;
  bool complete = false;           ///< all launches finished
  bool differs = false;            ///< as in program::ReplayReport
  program::RunFigures figures;     ///< the same
  std::vector<float> ratios;       ///< all that were measured; cached by the process that runs the GPU
  double relativeError = 0;        ///< of their median
  std::string log;                 ///< of the driver's assembler, where it made the code
  bool lost = false;               ///< the context is broken and the process can't continue
  double checkSeconds = 0;         ///< wall clock of the replay that was compared with the original's, and of the comparison
  double timeSeconds = 0;          ///< of the timed replays
  double energySeconds = 0;        ///< of the replays whose energy was measured
  std::vector<float> energyRatios; ///< all that were measured; kept as `ratios` are
  double energy = notMeasured;     ///< millijoules: their median times the original's
  double energyError = 0;          ///< of their median
  bool valid() const { return reason == Reason::None; }
  void reject(Reason why, std::string how) {
    reason = why;
    message = std::move(how);
  }
};

struct CountOrder {
  Hash128 test;
  Bytes image; ///< a cubin, or PTX
};

enum class GpuRequest : std::uint32_t {
  Prepare,  ///< PrepareOrder -> PrepareReply (socket), TestRecipe -> Oracle (pipe)
  Adopt,    ///< KnownTest -> GpuRoom (pipe)
  Measure,  ///< MeasureOrder -> Measurement
  Describe, ///< Done -> GpuDescription
  Count     ///< CountOrder -> CodeCounters; the process that served it ends
};

struct Done {
  std::uint8_t nothing = 0;
};
/// Traces are large, and many workers prepare the same test: the recipe is sent only where the reply asks for it.
struct PrepareOrder {
  Hash128 test; ///< nameOf the recipe
  Hash128 own;  ///< as in the recipe
  Bytes recipe; ///< a TestRecipe, or empty
};
/// A prepared test, for a process that takes over.
struct KnownTest {
  Bytes recipe; ///< a TestRecipe
  Oracle oracle;
};
struct PrepareReply {
  bool needsRecipe = false; ///< ask again with it; nothing else is said
  double microseconds = 0;
  double noise = 0; ///< largest over its outputs
  double relativeError = 0;
  std::uint32_t repeats = 0;
  std::string log; ///< as in Oracle
  std::vector<std::string> notes;
  double energy = notMeasured; ///< as in Oracle
  double energyError = 0;
  std::uint32_t energyWindows = 0;
  double error = 0;        ///< as in Oracle
  double timedSeconds = 0; ///< the same
  program::RunFigures figures;
};
struct GpuDescription {
  std::string name;
  std::string architecture; ///< "sm_90"
  int driverVersion = 0;
  GpuRoom room; ///< on the pipe: once the context is open
  GpuUse use;
};

/// A reply on the pipe beside ReplyKind's: a replay begins and its deadline restarts. The payload is one byte, a Play.
inline constexpr std::uint32_t beatKind = 2;

template <class Archive> void fields(Archive& a, TestRecipe& m) { a(m.trace, m.outputs, m.settings, m.symbols, m.original, m.own); }
template <class Archive> void fields(Archive& a, Oracle& m) {
  a(m.delivered, m.noise, m.inputs, m.isInput, m.margins, m.microseconds, m.relativeError, m.repeats, m.log, m.replaySeconds,
    m.timedSeconds, m.launchWeights, m.notes, m.energy, m.energyError, m.energyWindows, m.error, m.figures);
}
template <class Archive> void fields(Archive& a, MeasureOrder& m) {
  a(m.test, m.image, m.time, m.rejectWrongOutput, m.relativeError, m.exactly, m.remeasure, m.ratios, m.energy, m.energyRatios);
}
template <class Archive> void fields(Archive& a, Measurement& m) {
  a(m.reason, m.message, m.microseconds, m.error, m.complete, m.ratios, m.relativeError, m.log, m.lost, m.checkSeconds, m.timeSeconds,
    m.energySeconds, m.energyRatios, m.energy, m.energyError, m.differs, m.figures);
}
template <class Archive> void fields(Archive& a, CountOrder& m) { a(m.test, m.image); }
template <class Archive> void fields(Archive& a, Done& m) { a(m.nothing); }
template <class Archive> void fields(Archive& a, PrepareOrder& m) { a(m.test, m.own, m.recipe); }
template <class Archive> void fields(Archive& a, KnownTest& m) { a(m.recipe, m.oracle); }
template <class Archive> void fields(Archive& a, PrepareReply& m) {
  a(m.needsRecipe, m.microseconds, m.noise, m.relativeError, m.repeats, m.log, m.notes, m.energy, m.energyError, m.energyWindows, m.error,
    m.timedSeconds, m.figures);
}
template <class Archive> void fields(Archive& a, GpuDescription& m) { a(m.name, m.architecture, m.driverVersion, m.room, m.use); }

} // namespace gevo::cuda
