#include "core/store/subset_results.h"

#include "core/base/wire.h"
#include "core/edit/edit_text.h"
#include "core/store/files.h"
#include "core/store/row_values.h"
#include "core/store/schema.h"
#include "core/store/store.h"

namespace gevo {

namespace fs = std::filesystem;

namespace {

/// Of a run that is going on, which writes generations.
constexpr std::chrono::minutes patience{2};

/// Equal lists have equal texts; tables of texts would be as large as the runs'.
Hash128 keyOf(const EditList& edits) { return hashText(printEdits(edits)); }

Database::Access readingAccess(const fs::path& path) {
  if (isWritable(path)) return Database::Access::Read;
  return hasWriteAheadLog(path) ? Database::Access::ReadOnly : Database::Access::Immutable;
}

} // namespace

struct SubsetResults::State {
  std::unique_ptr<Database> database;
  std::optional<OlderFile> older;
};

SubsetResults::SubsetResults(std::unique_ptr<State> state) : state_(std::move(state)) {}

SubsetResults::~SubsetResults() = default;

Result<std::unique_ptr<SubsetResults>> SubsetResults::open(const fs::path& path, Access access) {
  const bool writes = access == Access::Write;
  // Checks the file, and migrates an older one that is to be written.
  if (const auto store = Store::open(path, writes ? Store::Access::Annotate : Store::Access::Read); !store)
    return std::unexpected(store.error());
  auto state = std::make_unique<State>();
  const Result<void> opened = guarded([&] {
    state->database = std::make_unique<Database>(path, writes ? Database::Access::Write : readingAccess(path));
    if (!writes) {
      state->older.emplace(*state->database);
      state->database->execute("PRAGMA query_only = ON");
      return;
    }
    if (!isOnNetworkFileSystem(path)) state->database->execute("PRAGMA synchronous = NORMAL");
    state->database->setBusyTimeout(patience);
  });
  GEVO_TRY(opened);
  return std::unique_ptr<SubsetResults>(new SubsetResults(std::move(state)));
}

Result<std::optional<SubsetResult>> SubsetResults::find(std::int64_t run, const EditList& edits) const {
  return guarded([&]() -> std::optional<SubsetResult> {
    const Database& database = *state_->database;
    Query row = database.query("SELECT stage, reason, runtime, error, energy, code, detail, active, metrics FROM subset "
                               "WHERE run = ? AND edits = ?");
    if (!row.bind(run, keyOf(edits)).next()) return std::nullopt;
    // Metrics as another version wrote them are measured again.
    auto metrics = wire::decode<CodeMetrics>(row.blob(8), "metrics of a subset");
    if (!metrics) return std::nullopt;
    SubsetResult found;
    found.edits = edits;
    found.result.stage = stageValue(database, row.integer(0));
    found.result.reason = reasonValue(database, row.integer(1));
    found.result.fitness = {row.real(2), row.real(3), row.real(4)};
    found.result.code = row.hash(5);
    found.result.message = row.text(6);
    found.active = unpackActive(database, row.blob(7), edits.size());
    found.result.metrics = *std::move(metrics);
    return found;
  });
}

Result<void> SubsetResults::add(std::int64_t run, const std::vector<SubsetResult>& results) {
  return guarded([&] {
    Transaction transaction(*state_->database);
    for (const SubsetResult& one : results) {
      const EvaluationResult& result = one.result;
      state_->database->query("INSERT OR REPLACE INTO subset VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
          .bind(run, keyOf(one.edits), std::int64_t(result.stage), std::int64_t(result.reason), result.fitness.runtime,
                result.fitness.error, result.fitness.energy, result.code, result.message, packActive(one.active),
                wire::encode(result.metrics))
          .run();
    }
    transaction.commit();
  });
}

Result<std::optional<AnalysisOptions>> SubsetResults::analysis(std::int64_t run, std::int64_t variant) const {
  return guarded([&]() -> std::optional<AnalysisOptions> {
    Query row = state_->database->query("SELECT tolerance, least_gain, max_evaluations FROM interaction_analysis "
                                        "WHERE run = ? AND variant = ?");
    if (!row.bind(run, variant).next()) return std::nullopt;
    return AnalysisOptions{row.real(0), row.real(1), std::uint64_t(row.integer(2))};
  });
}

Result<void> SubsetResults::setAnalysis(std::int64_t run, std::int64_t variant, const AnalysisOptions& options) {
  return guarded([&] {
    Transaction transaction(*state_->database);
    state_->database->query("INSERT OR REPLACE INTO interaction_analysis VALUES (?, ?, ?, ?, ?)")
        .bind(run, variant, options.tolerance, options.leastGain, std::int64_t(options.maxEvaluations))
        .run();
    transaction.commit();
  });
}

} // namespace gevo
