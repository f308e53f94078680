#include "core/store/store.h"

#include "core/store/annotation_rows.h"
#include "core/store/code_rows.h"
#include "core/store/configuration_rows.h"
#include "core/store/coverage_rows.h"
#include "core/store/derived_rows.h"
#include "core/store/files.h"
#include "core/store/held_out_rows.h"
#include "core/store/known_failures.h"
#include "core/store/lineage_rows.h"
#include "core/store/measurement_rows.h"
#include "core/store/patch_rows.h"
#include "core/store/project_rows.h"
#include "core/store/run_label_rows.h"
#include "core/store/run_rows.h"
#include "core/store/schema.h"
#include "core/store/trial_rows.h"
#include "core/store/trust.h"
#include "core/store/unfinished_id.h"
#include "core/store/validation_rows.h"
#include "core/store/variant_rows.h"
#include "core/store/writer_lock.h"

#include <chrono>
#include <limits>

namespace gevo {

namespace fs = std::filesystem;

namespace {

/// Whoever annotates the file beside a run may copy large inputs into it; a run does not end for that.
constexpr std::chrono::minutes runPatience{2};

/// Writes a whole new file at `path`, a temporary name.
Sha256Digest writeNewFile(const fs::path& path, const Project& project, const ProgramCoverage& coverage) {
  Database database(path, Database::Access::Create);
  migrate(database);
  Transaction transaction(database);
  saveProject(database, project);
  replaceCoverage(database, coverage);
  transaction.commit();
  return projectDigest(database);
}

std::unique_ptr<Database> openWriting(const fs::path& path) {
  if (!isWritable(path)) raise("{} can't be written; copy it to a folder of yours", path.string());
  return std::make_unique<Database>(path, Database::Access::Write);
}

std::unique_ptr<Database> openDatabase(const fs::path& path, Store::Access access) {
  switch (access) {
  case Store::Access::Write:
  case Store::Access::Annotate:
    return openWriting(path);
  case Store::Access::Salvage:
    return std::make_unique<Database>(path, Database::Access::Salvage);
  case Store::Access::Read:
    break;
  }
  return openReading(path);
}

} // namespace

struct Store::State {
  fs::path path;
  std::unique_ptr<Database> database;
  bool writes = false; ///< runs, as the one writer
  bool annotates = false;
  std::optional<OlderFile> older; ///< of readers
  std::optional<EditTexts> texts; ///< of the run that was used last

  ~State() {
    // If this fails, others see that the process is gone, as after a crash.
    if (!writes) return;
    [[maybe_unused]] const Result<void> released = guarded([&] { releaseWriter(*database); });
  }

  EditTexts& textsOf(std::int64_t run) {
    if (!texts || texts->run() != run) texts.emplace(run);
    return *texts;
  }

  /// As the one writer. What `work` interned is forgotten with what it wrote.
  template <class Work> auto writing(Work work) -> Result<decltype(work(*database))> {
    if (!writes) return fail("{} was opened for reading only", path.string());
    return inTransaction(work);
  }

  template <class Work> auto annotating(Work work) -> Result<decltype(work(*database))> {
    if (!writes && !annotates) return fail("{} was opened for reading only", path.string());
    return inTransaction(work);
  }

  template <class Work> auto inTransaction(Work work) -> Result<decltype(work(*database))> {
    auto result = guarded([&] {
      Transaction transaction(*database);
      if constexpr (std::is_void_v<decltype(work(*database))>) {
        work(*database);
        transaction.commit();
      } else {
        auto value = work(*database);
        transaction.commit();
        return value;
      }
    });
    if (!result) texts.reset();
    return result;
  }
};

Store::Store(std::unique_ptr<State> state) : state_(std::move(state)) {}

Store::~Store() = default;

Result<std::unique_ptr<Store>> Store::create(const fs::path& path, const Project& project, const fs::path& programFolder,
                                             const ProgramCoverage& coverage) {
  GEVO_TRY_ASSIGN(const TemporaryFile temporary, TemporaryFile::beside(path));
  const Result<Sha256Digest> digest = guarded([&] { return writeNewFile(temporary.path(), project, coverage); });
  if (!digest) return std::unexpected(temporary.renamed(digest.error(), path));
  // A log that an earlier file of this name left behind would be replayed into the new one.
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    for (const char* suffix : {"-wal", "-shm", "-journal"}) fs::remove(path.string() + suffix, ignored);
  GEVO_TRY(temporary.moveTo(path));
  // A home that can't be written costs the trust, which can be given later, and not the file.
  [[maybe_unused]] const Result<void> remembered = rememberTrust(*digest, programFolder);
  return open(path, Access::Write);
}

Result<std::unique_ptr<Store>> Store::open(const fs::path& path, Access access) {
  GEVO_TRY(checkRegularFile(path));
  auto state = std::make_unique<State>();
  state->path = path;
  const Result<void> opened = guarded([&] {
    state->database = openDatabase(path, access);
    Database& database = *state->database;
    checkSchema(database);
    if (access == Access::Read || access == Access::Salvage) {
      if (access == Access::Read) checkLength(database);
      state->older.emplace(database);
      database.execute("PRAGMA query_only = ON");
      return;
    }
    checkLength(database);
    database.execute(isOnNetworkFileSystem(path) ? "PRAGMA journal_mode = DELETE"
                                                 : "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    if (access == Access::Annotate) {
      if (isOlder(database) && isWriterAlive(database))
        raise("{} is being written by an older version of gevo; wait for its end", path.string());
      migrate(database);
      state->annotates = true;
      return;
    }
    migrate(database);
    claimWriter(database);
    state->writes = true;
    database.setBusyTimeout(runPatience);
    markInterrupted(database);
  });
  GEVO_TRY(opened);
  return std::unique_ptr<Store>(new Store(std::move(state)));
}

const fs::path& Store::path() const { return state_->path; }

Result<Project> Store::project() const {
  return guarded([&] { return loadProject(*state_->database); });
}

Result<bool> Store::trusted() const {
  return guarded([&] { return isTrusted(projectDigest(*state_->database)); });
}

Result<void> Store::trust(const fs::path& programFolder) {
  GEVO_TRY_ASSIGN(const Sha256Digest digest, guarded([&] { return projectDigest(*state_->database); }));
  return rememberTrust(digest, programFolder);
}

Result<fs::path> Store::programFolder() const {
  return guarded([&] { return trustedFolder(projectDigest(*state_->database)); });
}

Result<std::int64_t> Store::beginRun(const RunSettings& settings, const std::string& device, const Individual& original,
                                     const std::vector<EditList>& seeds, const DeviceReport& report) {
  return state_->writing([&](Database& database) {
    const std::int64_t run = database.integer("SELECT coalesce(max(id), 0) + 1 FROM run");
    insertRun(database, run, settings, device);
    updateStatus(database, run, {});
    insertSeeds(database, run, seeds);
    insertDeviceReport(database, run, report);
    insertIndividual(database, state_->textsOf(run), original);
    growFront(database, run, {original});
    return run;
  });
}

Result<std::vector<EditList>> Store::seeds(std::int64_t run) const {
  return guarded([&] { return selectSeeds(*state_->database, run); });
}

Result<std::vector<RunInfo>> Store::runs() const {
  return guarded([&] {
    const Snapshot snapshot(*state_->database);
    return selectRuns(*state_->database, isWriterAlive(*state_->database));
  });
}

Result<void> Store::addGeneration(std::int64_t run, const GenerationResult& result) {
  return state_->writing([&](Database& database) { insertGeneration(database, state_->textsOf(run), result); });
}

Result<void> Store::addLastTrials(std::int64_t run, const GenerationResult& result) {
  return state_->writing([&](Database& database) {
    insertMeasurements(database, run, result);
    insertTrials(database, run, result);
    renewFront(database, run);
  });
}

Result<void> Store::addUnfinishedEvaluations(std::int64_t run, const std::vector<Individual>& evaluations) {
  return state_->writing([&](Database& database) {
    for (const Individual& individual : evaluations) insertUnfinished(database, run, individual);
  });
}

Result<void> Store::setStatus(std::int64_t run, const RunStatus& status) {
  return state_->writing([&](Database& database) {
    updateStatus(database, run, status);
    updateHeartbeat(database);
  });
}

Result<Checkpoint> Store::checkpoint(std::int64_t run) const {
  return guarded([&] {
    const Snapshot snapshot(*state_->database);
    return selectCheckpoint(*state_->database, state_->textsOf(run));
  });
}

Result<void> Store::readTogether(const std::function<Result<void>()>& work) const {
  Result<void> worked;
  const Result<void> read = guarded([&] {
    const Snapshot snapshot(*state_->database);
    worked = work();
  });
  return read ? worked : read;
}

Result<Individual> Store::individual(std::int64_t run, std::int64_t id) const {
  GEVO_TRY_ASSIGN(auto found, guarded([&]() -> std::optional<Individual> {
                    const Snapshot snapshot(*state_->database);
                    std::optional<Individual> one;
                    if (isDerived(id))
                      one = selectDerived(*state_->database, run, id);
                    else if (isUnfinished(id))
                      one = findUnfinished(*state_->database, run, id);
                    else if (auto individuals = selectIndividuals(*state_->database, state_->textsOf(run), id, 1); !individuals.empty())
                      one = std::move(individuals.front());
                    if (one && one->id == id) one->result.metrics = selectCodeMetrics(*state_->database, run, one->result.code);
                    return one;
                  }));
  if (!found || found->id != id) return fail("run {} has no variant {}", run, variantName(id));
  return std::move(*found);
}

Result<std::vector<Individual>> Store::individuals(std::int64_t run, std::int64_t from, std::int64_t count) const {
  return guarded([&] { return selectIndividuals(*state_->database, state_->textsOf(run), from, count); });
}

Result<std::vector<VariantRow>> Store::variants(std::int64_t run, std::int64_t from) const {
  return guarded([&] { return selectVariants(*state_->database, run, from); });
}

Result<std::vector<FailedRow>> Store::failures(std::int64_t run, std::int64_t from) const {
  return guarded([&] { return selectFailures(*state_->database, run, from); });
}

Result<std::vector<VariantRow>> Store::unfinishedVariants(std::int64_t run, std::uint32_t generation) const {
  return guarded([&] { return selectUnfinishedVariants(*state_->database, run, generation); });
}

Result<std::vector<VariantRow>> Store::changedVariants(std::int64_t run, std::uint32_t from) const {
  return guarded([&] { return selectVariants(*state_->database, run, selectFitnessUpdates(*state_->database, run, from)); });
}

Result<std::vector<Measurement>> Store::measurements(std::int64_t run) const {
  return guarded([&] { return selectMeasurements(*state_->database, run); });
}

Result<std::vector<GenerationRow>> Store::generations(std::int64_t run, std::uint32_t from) const {
  return guarded([&] { return selectGenerations(*state_->database, run, from); });
}

Result<std::vector<std::int64_t>> Store::population(std::int64_t run) const {
  return guarded([&] { return selectPopulation(*state_->database, run); });
}

Result<std::vector<VariantRow>> Store::frontVariants(std::int64_t run) const {
  return guarded([&] { return selectFront(*state_->database, run); });
}

Result<std::vector<std::int64_t>> Store::front(std::int64_t run) const {
  GEVO_TRY_ASSIGN(const auto variants, frontVariants(run));
  std::vector<std::int64_t> ids;
  for (const VariantRow& row : variants) ids.push_back(row.id);
  return ids;
}

Result<void> Store::addConfiguration(const ConfiguredProgram& program, double seconds) {
  const std::vector<Bytes> packed = program.usable() ? packProgram(program) : std::vector<Bytes>();
  return state_->annotating([&](Database& database) { insertConfiguration(database, program, packed, seconds); });
}

Result<std::optional<ConfiguredProgram>> Store::configuration(const Configuration& configuration) const {
  return guarded([&] { return selectConfiguration(*state_->database, configuration); });
}

Result<std::vector<ConfigurationRow>> Store::configurations() const {
  return guarded([&] { return selectConfigurations(*state_->database); });
}

Result<std::vector<ConfigurationResult>> Store::configurationResults(std::int64_t run) const {
  return guarded([&] {
    const Snapshot snapshot(*state_->database);
    return selectConfigurationResults(*state_->database, run);
  });
}

Result<void> Store::setRunLabel(std::int64_t run, const RunLabel& label) {
  return state_->annotating([&](Database& database) { insertRunLabel(database, run, label); });
}

Result<void> Store::setAnnotation(std::int64_t run, const Annotation& annotation) {
  return state_->annotating([&](Database& database) { insertAnnotation(database, run, annotation); });
}

Result<std::vector<Annotation>> Store::annotations(std::int64_t run) const {
  return guarded([&] { return selectAnnotations(*state_->database, run); });
}

Result<void> Store::setPatch(std::int64_t run, std::int64_t variant, const SourcePatch& patch) {
  return state_->annotating([&](Database& database) { insertPatch(database, run, variant, patch); });
}

Result<std::optional<SourcePatch>> Store::patch(std::int64_t run, std::int64_t variant) const {
  return guarded([&] { return selectPatch(*state_->database, run, variant); });
}

Result<std::int64_t> Store::addDerived(std::int64_t run, const Individual& individual) {
  return state_->annotating([&](Database& database) { return insertDerived(database, run, individual); });
}

Result<std::vector<VariantRow>> Store::derivedVariants(std::int64_t run) const {
  return guarded([&] { return selectDerivedRows(*state_->database, run); });
}

Result<Lineage> Store::lineage(std::int64_t run, std::int64_t id) const {
  return guarded([&] {
    const Snapshot snapshot(*state_->database);
    return selectLineage(*state_->database, run, id);
  });
}

Result<void> Store::addValidation(std::int64_t run, const ValidationRow& row) {
  return state_->annotating([&](Database& database) { insertValidation(database, run, row); });
}

Result<std::vector<ValidationRow>> Store::validations(std::int64_t run) const {
  return guarded([&] {
    const Snapshot snapshot(*state_->database);
    return selectValidations(*state_->database, run);
  });
}

Result<std::vector<std::int64_t>> Store::knownFailures(std::int64_t run, std::int64_t from) const {
  return guarded([&] {
    const Snapshot snapshot(*state_->database);
    return selectKnownFailures(*state_->database, state_->textsOf(run), from);
  });
}

Result<std::vector<HeldOutSet>> Store::heldOutSets() const {
  return guarded([&] {
    const Snapshot snapshot(*state_->database);
    return selectHeldOutSets(*state_->database);
  });
}

Result<std::vector<TestCase>> Store::heldOutTests(std::int64_t set) const {
  return guarded([&] { return selectHeldOutTests(*state_->database, set); });
}

Result<void> Store::addHeldOutSet(const std::vector<TestCase>& tests) {
  const std::vector<PackedTest> packed = packTests(tests);
  return state_->annotating([&](Database& database) { insertHeldOutSet(database, packed); });
}

Result<std::vector<FuzzInput>> Store::fuzzInputs() const {
  return guarded([&] {
    const Snapshot snapshot(*state_->database);
    return selectFuzzInputs(*state_->database);
  });
}

Result<std::vector<std::string>> Store::fuzzLines() const {
  return guarded([&] { return selectFuzzLines(*state_->database); });
}

Result<void> Store::addFuzzInputs(const std::vector<FuzzInput>& inputs) {
  std::vector<TestCase> tests;
  std::vector<std::uint64_t> work;
  std::vector<Coverage> reached;
  for (const FuzzInput& input : inputs) {
    tests.push_back(input.test);
    work.push_back(input.work);
    reached.push_back(input.reached);
  }
  const std::vector<PackedTest> packed = packTests(tests);
  return state_->writing([&](Database& database) {
    if (insertFuzzInputs(database, packed, work)) insertFuzzCoverage(database, reached);
  });
}

Result<ProgramCoverage> Store::coverage() const {
  return guarded([&] {
    const Snapshot snapshot(*state_->database);
    return selectCoverage(*state_->database);
  });
}

Result<void> Store::setCoverage(const ProgramCoverage& coverage) {
  return state_->writing([&](Database& database) { replaceCoverage(database, coverage); });
}

Result<std::vector<CounterexampleRow>> Store::counterexamples(std::int64_t run) const {
  return guarded([&] { return selectCounterexamples(*state_->database, run); });
}

Result<std::vector<std::int64_t>> Store::rejections(std::int64_t run) const {
  return guarded([&] { return selectRejections(*state_->database, run); });
}

Result<bool> Store::writerAlive() const {
  return guarded([&] { return isWriterAlive(*state_->database); });
}

Result<std::int64_t> Store::dataVersion() const {
  // SQLite's own number covers other connections; the changes of this one are counted apart.
  return guarded([&] {
    if (state_->older) state_->older->refresh();
    return (state_->database->integer("PRAGMA data_version") << 40) + state_->database->changes();
  });
}

} // namespace gevo
