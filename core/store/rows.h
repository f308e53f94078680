#pragma once

/// What a .gevo file tells of its runs, row by row: plain values, as readers and the explorer pass them on.

#include "core/values/checkpoint.h"
#include "core/values/device_report.h"
#include "core/values/evolution_progress.h"
#include "core/values/settings.h"

#include <array>
#include <limits>

namespace gevo {

/// What a file does not know: one of an older version, mostly.
inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Its order is part of the file format. Validating: the search has ended, its best is judged on held-out tests.
enum class RunState : std::uint8_t { Running, Paused, Stopped, Finished, Interrupted, Validating };
const char* runStateName(RunState state);

/// The writer's heartbeat, stored with the run so that a reader can show a run that another process drives.
struct RunStatus {
  RunState state = RunState::Stopped;
  EvolutionProgress progress;
  double runSeconds = 0; ///< over all sessions of this run
};

struct RunInfo {
  std::int64_t id = 0;
  RunSettings settings;
  std::string device;              ///< as shown: "simulated H200"
  double originalRuntime = 0;      ///< microseconds
  double originalEnergy = unknown; ///< millijoules; unknown where energy is no objective
  std::uint32_t generations = 0;   ///< complete ones, the initial population (generation 0) included
  RunStatus status;
  DeviceReport report;

  /// Microseconds of the original as nvcc compiles it; unknown where it was not measured or does not run.
  double nvccRuntime() const;
  /// The faster of the original's, by whichever compiler: what a win has to beat.
  double fastestOriginal() const;
};

/// Sums of one generation. `best...`: the fastest member of the population that goes on; 0 where there is none.
struct GenerationRow {
  std::uint32_t generation = 0;
  std::uint32_t evaluations = 0;
  std::uint32_t valid = 0;
  std::array<std::uint32_t, reasonCount> reasons{}; ///< tries by Reason
  double bestRuntime = 0;
  double bestError = 0;
  double bestExactRuntime = 0; ///< fastest with error 0
  double medianRuntime = 0;    ///< of the population
  double worstRuntime = 0;
  /// Active edits of the members; median and largest are unknown in generations that version 1 kept.
  double meanEdits = 0;
  double medianEdits = unknown;
  double maxEdits = unknown;
  Acceptance acceptance;        ///< of the tries; empty in generations that version 1 kept
  double seconds = unknown;     ///< wall clock that the generation took
  double leastEnergy = unknown; ///< of all variants up to this generation; only followers tell
  double hypervolume = unknown; ///< of the front with this generation's tries, see FrontProgress; only followers tell
};

/// A valid try, as much of it as lists and plots need. The original is the first, with id 0 and Origin::Original.
struct VariantRow {
  std::int64_t id = 0;
  std::uint32_t generation = 0;
  Origin origin = Origin::Original;
  std::int64_t parent = -1;
  std::int64_t parent2 = -1;
  double runtime = 0;
  double error = 0;
  double energy = unknown;    ///< millijoules of a run of the tests; unknown where it was not measured
  std::uint32_t edits = 0;    ///< inactive ones included
  std::uint32_t inactive = 0; ///< those that do nothing in this variant
  Hash128 code;
  bool reused = false;
  bool passedAll = true;           ///< false: it passed the one test of its generation
  StepKind step = StepKind::Other; ///< what it did to its parents
};

/// A try that failed and whose runtime and error are known all the same: its output was wrong, and every launch came to its end.
struct FailedRow {
  std::int64_t id = 0;
  std::uint32_t generation = 0;
  std::uint32_t edits = 0; ///< inactive ones included
  Reason reason = Reason::WrongOutput;
  double runtime = 0; ///< microseconds; the original's, times the ratio that was seen on the test that it failed
  double error = 0;   ///< of that test
};

/// What the user wrote beside a variant.
struct Annotation {
  std::int64_t variant = 0;
  bool pinned = false;
  std::string note;
  bool empty() const { return !pinned && note.empty(); }
  bool operator==(const Annotation&) const = default;
};

/// Held-out tests that belong together: each of the project's held-out command lines with one number for `{seed}`.
struct HeldOutSet {
  std::int64_t number = 1; ///< 1: recorded with the project
  std::vector<std::string> arguments;
};

/// A held-out validation, kept with the variant.
struct ValidationRow {
  std::int64_t variant = 0;
  bool passed = false;
  std::string sentence;
  std::uint32_t candidate = 0;        ///< nth check of a candidate of the run, from 1; the same again on the same inputs; 0: of version 1
  std::vector<std::string> arguments; ///< of the held-out inputs
  double runtime = unknown;           ///< microseconds, mean over these inputs
  double originalRuntime = unknown;
};

} // namespace gevo
