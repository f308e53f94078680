#pragma once

/// The .gevo file: an SQLite database with the project, the runs and every evaluation.
/// One writer; any number of readers follow it live.

#include "core/store/lineage.h"
#include "core/store/rows.h"
#include "core/values/configured_program.h"
#include "core/values/project.h"
#include "core/values/source_patch.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace gevo {

/// Not to be used by two threads at once; threads and processes open the file each for itself.
class Store {
public:
  enum class Access : std::uint8_t {
    Read,
    Write,
    Annotate, ///< annotations, derived variants and validations may be written, beside a writer too
    Salvage   ///< as Read, of a damaged file too: what is left of it can be read, and nothing is written, not even beside it
  };

  /// Makes a new file, replacing nothing: an existing one is an error that names it. Nothing is left behind on failure. `programFolder`:
  /// where the program's relative paths start; remembered for this user, not in the file.
  static Result<std::unique_ptr<Store>> create(const std::filesystem::path& path, const Project& project,
                                               const std::filesystem::path& programFolder = {}, const ProgramCoverage& coverage = {});
  /// The error names the cause: no such file, not a .gevo file, of a newer version, damaged, another writer has it.
  static Result<std::unique_ptr<Store>> open(const std::filesystem::path& path, Access access);
  ~Store();

  const std::filesystem::path& path() const;
  Result<Project> project() const;
  /// True when this user made the file on this machine (or said that it is trusted): host code may run.
  Result<bool> trusted() const;
  /// `programFolder`: as for `create`; empty: as it is known.
  Result<void> trust(const std::filesystem::path& programFolder = {});
  /// Of a trusted file, for building its program again; empty where it is not known.
  Result<std::filesystem::path> programFolder() const;

  // Runs
  /// `seeds`: edit lists that the run starts from, see `seeds`.
  Result<std::int64_t> beginRun(const RunSettings& settings, const std::string& device, const Individual& original,
                                const std::vector<EditList>& seeds = {}, const DeviceReport& report = {});
  Result<std::vector<EditList>> seeds(std::int64_t run) const;
  Result<std::vector<RunInfo>> runs() const;
  /// Everything of a completed generation, in one transaction.
  Result<void> addGeneration(std::int64_t run, const GenerationResult& result);
  /// Trials after the last generation; of the result only what they found out counts.
  Result<void> addLastTrials(std::int64_t run, const GenerationResult& result);
  /// Evaluations of a generation that is still going on. They replace nothing and are replaced by addGeneration.
  Result<void> addUnfinishedEvaluations(std::int64_t run, const std::vector<Individual>& evaluations);
  Result<void> setStatus(std::int64_t run, const RunStatus& status);
  Result<Checkpoint> checkpoint(std::int64_t run) const;

  // Reading
  /// All that `work` reads here is of one state of the file, whatever the writer commits meanwhile. Its error is passed on.
  Result<void> readTogether(const std::function<Result<void>()>& work) const;
  /// With what is known of its code; lists of individuals come without. Derived ones and those of the generation under way have ids of
  /// their own.
  Result<Individual> individual(std::int64_t run, std::int64_t id) const;
  /// Every evaluation, failed ones too, in id order: at most `count` of them, `from` is the first id.
  Result<std::vector<Individual>> individuals(std::int64_t run, std::int64_t from = 0, std::int64_t count = noLimit) const;
  static constexpr std::int64_t noLimit = std::numeric_limits<std::int64_t>::max();
  /// Valid evaluations of completed generations with ids from `from`, in id order.
  Result<std::vector<VariantRow>> variants(std::int64_t run, std::int64_t from = 0) const;
  /// Evaluations that failed with runtime and error known, with ids from `from`, in id order; files of older versions know of none.
  Result<std::vector<FailedRow>> failures(std::int64_t run, std::int64_t from = 0) const;
  /// Valid evaluations of a generation that is not complete. They have no ids yet: see unfinishedId.
  Result<std::vector<VariantRow>> unfinishedVariants(std::int64_t run, std::uint32_t generation) const;
  /// Variants whose fitness was measured again, and changed, by a generation from `from` on.
  Result<std::vector<VariantRow>> changedVariants(std::int64_t run, std::uint32_t from) const;
  /// Every measurement, in order; none on a device whose timings don't vary.
  Result<std::vector<Measurement>> measurements(std::int64_t run) const;
  Result<std::vector<GenerationRow>> generations(std::int64_t run, std::uint32_t from = 0) const;
  Result<std::vector<std::int64_t>> population(std::int64_t run) const;
  /// The Pareto front over all evaluations that passed all tests and the original, by runtime, each point once (fewest active edits, then
  /// lowest id). Kept with each generation: reading it takes no longer in a large run.
  Result<std::vector<VariantRow>> frontVariants(std::int64_t run) const;
  Result<std::vector<std::int64_t>> front(std::int64_t run) const; ///< their ids

  /// Replaces one of the same variant and candidate.
  Result<void> addValidation(std::int64_t run, const ValidationRow& row);
  /// In order of variants and candidates.
  Result<std::vector<ValidationRow>> validations(std::int64_t run) const;
  /// Valid variants that failed held-out tests, and those with the code, or with all active edits, of one that failed. In order, ids from
  /// `from`, derived ones among them; the original never is.
  Result<std::vector<std::int64_t>> knownFailures(std::int64_t run, std::int64_t from = 0) const;

  /// Replaces that of the configuration. `seconds`: that building it took.
  Result<void> addConfiguration(const ConfiguredProgram& program, double seconds);
  /// Nothing where it was never built. One that can't be used has a reason and no contents.
  Result<std::optional<ConfiguredProgram>> configuration(const Configuration& configuration) const;
  /// In order of their texts.
  Result<std::vector<ConfigurationRow>> configurations() const;
  /// What a run found in each configuration that it evaluated, the program's own first, then in the order of their first evaluations. Of
  /// completed generations.
  Result<std::vector<ConfigurationResult>> configurationResults(std::int64_t run) const;

  // What the user does with runs and variants
  /// Replaces that of the run; RunInfo has it.
  Result<void> setRunLabel(std::int64_t run, const RunLabel& label);
  /// Replaces that of the variant.
  Result<void> setAnnotation(std::int64_t run, const Annotation& annotation);
  /// In order of variants.
  Result<std::vector<Annotation>> annotations(std::int64_t run) const;
  /// Replaces that of the variant.
  Result<void> setPatch(std::int64_t run, std::int64_t variant, const SourcePatch& patch);
  /// Nothing where none was made.
  Result<std::optional<SourcePatch>> patch(std::int64_t run, std::int64_t variant) const;
  /// A variant that the user made of one of the run's: edits, result, parent. Returns its id, by which `individual` finds it; the id of
  /// an earlier one with the same edits if there is one.
  Result<std::int64_t> addDerived(std::int64_t run, const Individual& individual);
  Result<std::vector<VariantRow>> derivedVariants(std::int64_t run) const;

  Result<Lineage> lineage(std::int64_t run, std::int64_t id) const;

  /// In order of their numbers; empty for a project without held-out tests.
  Result<std::vector<HeldOutSet>> heldOutSets() const;
  /// With their traces, which are large.
  Result<std::vector<TestCase>> heldOutTests(std::int64_t set) const;
  /// Nothing for a set of arguments that is there already.
  Result<void> addHeldOutSet(const std::vector<TestCase>& tests);

  /// With their traces, in the order in which they are tried; none until a run has recorded them.
  Result<std::vector<FuzzInput>> fuzzInputs() const;
  Result<std::vector<std::string>> fuzzLines() const; ///< their command lines
  /// Nothing where the file has some. What they reach is kept where it is known of all, and the file knows the code.
  Result<void> addFuzzInputs(const std::vector<FuzzInput>& inputs);
  /// What its tests and fuzz inputs run of the original; nothing until that was measured.
  Result<ProgramCoverage> coverage() const;
  /// Replaces it.
  Result<void> setCoverage(const ProgramCoverage& coverage);
  /// In the order in which the run found them.
  Result<std::vector<CounterexampleRow>> counterexamples(std::int64_t run) const;
  /// Variants that had passed all tests, and failed on a counterexample later. In order.
  Result<std::vector<std::int64_t>> rejections(std::int64_t run) const;

  /// True while some process has the file open for writing.
  Result<bool> writerAlive() const;
  /// Changes whenever any process committed; cheap enough for several calls a second.
  Result<std::int64_t> dataVersion() const;

private:
  struct State;
  explicit Store(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace gevo
