#pragma once

/// The .gevo file: an SQLite database with the project, the runs and every try (design: "One file").
/// One writer; any number of readers follow it live.

#include "core/run/evolution.h"
#include "core/run/project.h"
#include "core/run/settings.h"

#include <array>
#include <filesystem>
#include <memory>
#include <optional>

namespace gevo {

enum class RunState : std::uint8_t { Running, Paused, Stopped, Finished, Interrupted };
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
  std::string device;            ///< as shown: "simulated H200"
  double originalRuntime = 0;    ///< microseconds
  std::uint32_t generations = 0; ///< complete ones, the initial population (generation 0) included
  RunStatus status;
};

/// Sums of one generation. `best...`: the fastest member of the population that goes on; 0 where there is none.
struct GenerationRow {
  std::uint32_t generation = 0;
  std::uint32_t tries = 0;
  std::uint32_t valid = 0;
  std::array<std::uint32_t, reasonCount> reasons{}; ///< tries by Reason
  double bestRuntime = 0;
  double bestError = 0;
  double bestExactRuntime = 0; ///< fastest with error 0
  double medianRuntime = 0;    ///< of the population
  double worstRuntime = 0;
  double meanEdits = 0;
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
  std::uint32_t edits = 0;    ///< inactive ones included
  std::uint32_t inactive = 0; ///< those that do nothing in this variant
  Hash128 code;
  bool reused = false;
};

/// A held-out validation, kept with the variant.
struct ValidationRow {
  std::int64_t variant = 0;
  bool passed = false;
  std::string sentence;
};

/// Not to be used by two threads at once; threads and processes open the file each for itself.
class Store {
public:
  enum class Access : std::uint8_t { Read, Write };

  /// Makes a new file, replacing nothing: an existing one is an error that names it. Nothing is left behind on failure. `programFolder`:
  /// where the program's relative paths start; remembered for this user, not in the file.
  static Result<std::unique_ptr<Store>> create(const std::filesystem::path& path, const Project& project,
                                               const std::filesystem::path& programFolder = {});
  /// An error says which: no such file, not a .gevo file, of a newer version, damaged, another writer has it.
  static Result<std::unique_ptr<Store>> open(const std::filesystem::path& path, Access access);
  ~Store();

  const std::filesystem::path& path() const;
  Result<Project> project() const;
  /// True when this user made the file on this machine (or said that it is trusted): host code may run.
  Result<bool> trusted() const;
  Result<void> trust();
  /// Of a trusted file, for building its program again; empty where it is not known.
  Result<std::filesystem::path> programFolder() const;

  // Runs
  Result<std::int64_t> beginRun(const RunSettings& settings, const std::string& device, const Individual& original);
  Result<std::vector<RunInfo>> runs() const;
  /// Everything of a completed generation, in one transaction.
  Result<void> addGeneration(std::int64_t run, const GenerationResult& result);
  /// Tries of a generation that is still going on. They replace nothing and are replaced by addGeneration.
  Result<void> addTries(std::int64_t run, const std::vector<Individual>& tries);
  Result<void> setStatus(std::int64_t run, const RunStatus& status);
  Result<Checkpoint> checkpoint(std::int64_t run) const;

  // Reading
  Result<Individual> individual(std::int64_t run, std::int64_t id) const;
  /// Every try, failed ones too, in id order; `from` is the first id.
  Result<std::vector<Individual>> individuals(std::int64_t run, std::int64_t from = 0) const;
  /// Valid tries of completed generations with ids from `from`, in id order.
  Result<std::vector<VariantRow>> variants(std::int64_t run, std::int64_t from = 0) const;
  Result<std::vector<GenerationRow>> generations(std::int64_t run, std::uint32_t from = 0) const;
  Result<std::vector<std::int64_t>> population(std::int64_t run) const;
  /// Ids of the Pareto front over all valid tries and the original, by runtime, each point once (fewest active edits, then
  /// lowest id).
  Result<std::vector<std::int64_t>> front(std::int64_t run) const;

  Result<void> addValidation(std::int64_t run, const ValidationRow& row);
  Result<std::vector<ValidationRow>> validations(std::int64_t run) const;

  /// True while some process has the file open for writing.
  Result<bool> writerAlive() const;
  /// Changes whenever any process committed; cheap to ask several times a second.
  Result<std::int64_t> dataVersion() const;

private:
  struct State;
  explicit Store(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace gevo
