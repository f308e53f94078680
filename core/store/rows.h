#pragma once

/// Rows of a .gevo file as plain values.

#include "core/edit/configuration.h"
#include "core/values/checkpoint.h"
#include "core/values/coverage.h"
#include "core/values/device_report.h"
#include "core/values/evolution_progress.h"
#include "core/values/project.h"
#include "core/values/settings.h"

#include <array>
#include <limits>

namespace gevo {

/// A figure that is not in the file, usually because that has an older version.
inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The order is part of the file format. Validating: the search has ended, and its best variants run on held-out tests.
enum class RunState : std::uint8_t { Running, Paused, Stopped, Finished, Interrupted, Validating };
const char* runStateName(RunState state);

/// What is known of a configuration that was built, or could not be, without its program.
struct ConfigurationRow {
  Configuration configuration;
  Reason reason = Reason::None;
  std::string message;
  double seconds = 0; ///< that building and recording took
};

/// What a run found in one configuration.
struct ConfigurationResult {
  Configuration configuration;
  std::uint64_t evaluations = 0;
  std::int64_t best = -1;       ///< the fastest variant that passed all tests; -1: none did
  double runtime = unknown;     ///< microseconds, of the best
  double error = unknown;       ///< likewise
  Reason reason = Reason::None; ///< why there is no best: of the first evaluation without edits, else of the first
  std::string message;          ///< likewise
  bool withEdits = false;       ///< each evaluation had edits, so the configuration alone may pass
};

/// The writer's heartbeat, stored with the run so that a reader can show a run that another process drives.
struct RunStatus {
  RunState state = RunState::Stopped;
  EvolutionProgress progress;
  double runSeconds = 0; ///< over all sessions of this run
};

/// What the user calls a run, and has to say about it.
struct RunLabel {
  std::string name;
  std::string note;
  bool empty() const { return name.empty() && note.empty(); }
  bool operator==(const RunLabel&) const = default;
};

struct RunInfo {
  std::int64_t id = 0;
  RunSettings settings;
  std::string device;              ///< display name: "simulated H200"
  double originalRuntime = 0;      ///< microseconds
  double originalEnergy = unknown; ///< millijoules; unknown if energy is not an objective
  std::uint32_t generations = 0;   ///< complete ones, the initial population (generation 0) included
  RunStatus status;
  DeviceReport report;
  RunLabel label;

  /// Runtime of the original compiled by nvcc, in microseconds; unknown if it was not measured or failed.
  double nvccRuntime() const;
  /// Runtime that a speedup is relative to: the original's, compiled by clang or nvcc, whichever is faster.
  double fastestOriginal() const;
};

/// Summary of one generation. `best...`: the fastest member of the resulting population; 0 if there is none.
struct GenerationRow {
  std::uint32_t generation = 0;
  SearchStage stage = SearchStage::Evolve;
  std::uint32_t evaluations = 0;
  std::uint32_t valid = 0;
  std::array<std::uint32_t, reasonCount> reasons{}; ///< evaluations by Reason
  double bestRuntime = 0;
  double bestError = 0;
  double bestExactRuntime = 0; ///< fastest with error 0
  double medianRuntime = 0;    ///< of the population
  double worstRuntime = 0;
  /// Active edits of the members; median and largest are unknown in files of version 1.
  double meanEdits = 0;
  double medianEdits = unknown;
  double maxEdits = unknown;
  Acceptance acceptance;        ///< of the evaluations; empty in files of version 1
  double seconds = unknown;     ///< wall-clock time of the generation
  double leastEnergy = unknown; ///< of all variants up to this generation; only Follower sets it
  double hypervolume = unknown; ///< of the front after this generation, see FrontProgress; only Follower sets it
};

/// The part of a valid evaluation that lists and plots need. The original is the first, with id 0 and Origin::Original.
struct VariantRow {
  std::int64_t id = 0;
  std::uint32_t generation = 0;
  std::uint32_t slot = 0; ///< see Individual
  Origin origin = Origin::Original;
  std::int64_t parent = -1;
  std::int64_t parent2 = -1;
  double runtime = 0;
  double error = 0;
  double energy = unknown;    ///< millijoules per run of the tests; unknown if it was not measured
  std::uint32_t edits = 0;    ///< inactive ones included
  std::uint32_t inactive = 0; ///< edits without effect in this variant
  Hash128 code;
  bool reused = false;
  bool passedAll = true;           ///< false: it passed the one test of its generation
  StepKind step = StepKind::Other; ///< how it was made from its parents
};

/// A failed evaluation whose runtime and error are known: its output was wrong, but every launch ended.
struct FailedRow {
  std::int64_t id = 0;
  std::uint32_t generation = 0;
  std::uint32_t edits = 0; ///< inactive ones included
  Reason reason = Reason::WrongOutput;
  double runtime = 0; ///< microseconds: the original's, times the ratio measured on the failed test
  double error = 0;   ///< of that test
};

/// An input that variants that lead are tried on.
struct FuzzInput {
  TestCase test;
  std::uint64_t work = 0; ///< instructions of all warps of the original; 0: not known
  Coverage reached = {};  ///< by the original; of the file's CoverableCode
};

struct CounterexampleRow {
  Counterexample found;
  std::string arguments;                 ///< of the input; empty: it is the check of the tests
  std::vector<FailureCause> causes = {}; ///< of failures on it
  std::string shownInput() const { return arguments.empty() ? "the tests, with threads in other orders" : arguments; }
  /// "edit 3 of variant 8123"; several are joined, and there may be none.
  std::string shownCauses() const;
  bool operator==(const CounterexampleRow&) const = default;
};

/// The user's annotation of a variant.
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

/// The result of a validation on held-out tests.
struct ValidationRow {
  std::int64_t variant = 0;
  bool passed = false;
  std::string message;
  std::uint32_t candidate = 0; ///< number of the candidate in its run, from 1; the same if repeated on the same inputs; 0: from version 1
  std::vector<std::string> arguments; ///< of the held-out inputs
  double runtime = unknown;           ///< microseconds, mean over these inputs
  double originalRuntime = unknown;
  double error = unknown; ///< by the run's metric, largest over all tests; of what passed, and not from earlier versions
};

} // namespace gevo
