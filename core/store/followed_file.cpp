#include "core/store/followed_file.h"

#include "core/store/front_progress.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <sys/stat.h>
#include <utility>

namespace gevo {

namespace {

/// Which file a path means: device and inode. Nothing where there is none.
std::optional<std::pair<std::uint64_t, std::uint64_t>> identityOf(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return std::pair<std::uint64_t, std::uint64_t>(status.st_dev, status.st_ino);
}

} // namespace

/// What was told so far, to know what is new.
class FollowedFile::Reader {
public:
  explicit Reader(std::int64_t wanted) : wanted_(wanted) {}

  /// Null where nothing changed in the file since the last call.
  Result<Update> look(const Store& store);

private:
  Result<void> readRun(const Store& store, std::optional<RunUpdate>& update);
  std::optional<RunInfo> chooseRun(const std::vector<RunInfo>& runs) const;
  Result<void> drawCurves(const Store& store, const std::vector<RunInfo>& runs);
  Result<void> collect(const Store& store, RunUpdate& update);
  Result<void> readKnownFailures(const Store& store, RunUpdate& update);
  Result<void> readCoverage(const Store& store, RunUpdate& update);
  void measureFront(RunUpdate& update);

  std::int64_t wanted_;
  std::int64_t version_ = -1;
  bool writerWasAlive_ = false;
  std::int64_t run_ = 0;
  std::int64_t nextVariant_ = 0;
  std::int64_t nextFailed_ = 0;
  std::uint32_t nextGeneration_ = 0;
  std::optional<FrontProgress> progress_;
  std::vector<std::int64_t> failed_;        ///< held-out tests
  std::vector<std::int64_t> knownFailures_; ///< for them, of what was told
  std::deque<VariantRow> unmeasured_;       ///< of generations that are not yet complete
  std::shared_ptr<const ProgramCoverage> coverage_;
  std::shared_ptr<const std::vector<RunCurve>> curves_ = std::make_shared<const std::vector<RunCurve>>();
};

std::optional<RunInfo> FollowedFile::Reader::chooseRun(const std::vector<RunInfo>& runs) const {
  if (wanted_ == 0) return runs.empty() ? std::nullopt : std::optional(runs.back());
  const auto found = std::ranges::find(runs, wanted_, &RunInfo::id);
  return found == runs.end() ? std::nullopt : std::optional(*found);
}

/// Reads only what is new in each run.
Result<void> FollowedFile::Reader::drawCurves(const Store& store, const std::vector<RunInfo>& runs) {
  const auto same = [](const RunCurve& curve, const RunInfo& run) {
    return curve.info.id == run.id && curve.info.generations == run.generations && curve.info.status.state == run.status.state &&
           curve.info.label == run.label;
  };
  if (std::ranges::equal(*curves_, runs, same)) return {};
  std::vector<RunCurve> curves;
  for (const RunInfo& run : runs) {
    const auto known = std::ranges::find(*curves_, run.id, [](const RunCurve& curve) { return curve.info.id; });
    RunCurve& curve = curves.emplace_back(known == curves_->end() ? RunCurve{} : *known);
    curve.info = run;
    GEVO_TRY_ASSIGN(const auto generations, store.generations(run.id, static_cast<std::uint32_t>(curve.best.size())));
    for (const GenerationRow& row : generations) curve.best.push_back(row.bestRuntime);
  }
  curves_ = std::make_shared<const std::vector<RunCurve>>(std::move(curves));
  return {};
}

Result<FollowedFile::Update> FollowedFile::Reader::look(const Store& store) {
  GEVO_TRY_ASSIGN(const std::int64_t version, store.dataVersion());
  // A writer that was killed changes nothing in the file, but everything in what it means.
  GEVO_TRY_ASSIGN(const bool alive, store.writerAlive());
  if (version == version_ && alive == writerWasAlive_) return Update();
  version_ = version;
  writerWasAlive_ = alive;

  std::optional<RunUpdate> update;
  // A generation comes with its own population, front and variants.
  GEVO_TRY(store.readTogether([&] { return readRun(store, update); }));
  return update ? std::make_shared<const RunUpdate>(std::move(*update)) : Update();
}

/// Nothing where the file holds no such run.
Result<void> FollowedFile::Reader::readRun(const Store& store, std::optional<RunUpdate>& update) {
  GEVO_TRY_ASSIGN(const std::vector<RunInfo> runs, store.runs());
  std::optional<RunInfo> info = chooseRun(runs);
  if (!info) return {};
  GEVO_TRY(drawCurves(store, runs));

  update.emplace();
  update->reset = info->id != run_;
  update->writerAlive = writerWasAlive_;
  update->run = std::move(*info);
  update->runs = curves_;
  if (update->reset) {
    run_ = update->run.id;
    nextVariant_ = 0;
    nextFailed_ = 0;
    nextGeneration_ = 0;
    failed_.clear();
    knownFailures_.clear();
    progress_.emplace(update->run);
    unmeasured_.clear();
  }
  return collect(store, *update);
}

Result<void> FollowedFile::Reader::collect(const Store& store, RunUpdate& update) {
  GEVO_TRY_ASSIGN(auto population, store.population(run_));
  GEVO_TRY_ASSIGN(auto front, store.front(run_));
  GEVO_TRY_ASSIGN(auto validations, store.validations(run_));
  GEVO_TRY_ASSIGN(update.counterexamples, store.counterexamples(run_));
  GEVO_TRY(readCoverage(store, update));
  GEVO_TRY_ASSIGN(auto annotations, store.annotations(run_));
  GEVO_TRY_ASSIGN(auto derived, store.derivedVariants(run_));
  // Trials after the last generation change what was read with it.
  GEVO_TRY_ASSIGN(auto changed, store.changedVariants(run_, nextGeneration_ > 0 ? nextGeneration_ - 1 : 0));
  GEVO_TRY_ASSIGN(auto generations, store.generations(run_, nextGeneration_));
  // Of a run that was stopped they are evaluated again when it is resumed.
  const RunState state = update.run.status.state;
  const bool underWay = update.writerAlive && (state == RunState::Running || state == RunState::Paused);
  GEVO_TRY_ASSIGN(auto unfinished, underWay ? store.unfinishedVariants(run_, update.run.generations) : std::vector<VariantRow>());
  GEVO_TRY_ASSIGN(auto added, store.variants(run_, nextVariant_));
  GEVO_TRY_ASSIGN(auto failed, store.failures(run_, nextFailed_));
  update.population = std::move(population);
  update.front = std::move(front);
  update.validations = std::move(validations);
  update.annotations = std::move(annotations);
  update.derived = std::move(derived);
  std::erase_if(changed, [&](const VariantRow& row) { return row.id >= nextVariant_; });
  update.changed = std::move(changed);
  update.generations = std::move(generations);
  update.unfinished = std::move(unfinished);
  update.added = std::move(added);
  update.failed = std::move(failed);
  GEVO_TRY(readKnownFailures(store, update));
  measureFront(update);
  if (!update.failed.empty()) nextFailed_ = update.failed.back().id + 1;
  if (!update.generations.empty()) nextGeneration_ = update.generations.back().generation + 1;
  if (!update.added.empty()) nextVariant_ = update.added.back().id + 1;
  return {};
}

/// Of what is new, unless what failed has changed.
Result<void> FollowedFile::Reader::readKnownFailures(const Store& store, RunUpdate& update) {
  std::vector<std::int64_t> failed;
  for (const ValidationRow& row : update.validations)
    if (!row.passed) failed.push_back(row.variant);
  const bool isSame = failed == failed_;
  failed_ = std::move(failed);
  const std::int64_t from = isSame ? nextVariant_ : 0;
  const auto isNew = [&](std::int64_t id) { return id >= from; };
  std::erase_if(knownFailures_, isNew); // derived ones are read each time
  GEVO_TRY_ASSIGN(const auto known, store.knownFailures(run_, from));
  knownFailures_.insert(knownFailures_.end(), known.begin(), known.end());
  GEVO_TRY_ASSIGN(const auto rejected, store.rejections(run_));
  std::ranges::set_union(knownFailures_, rejected, std::back_inserter(update.knownFailures));
  return {};
}

/// A run measures what is missing before it is stored itself.
Result<void> FollowedFile::Reader::readCoverage(const Store& store, RunUpdate& update) {
  if (update.reset || !coverage_) {
    GEVO_TRY_ASSIGN(ProgramCoverage coverage, store.coverage());
    coverage_ = std::make_shared<const ProgramCoverage>(std::move(coverage));
  }
  update.coverage = coverage_;
  return {};
}

/// Later measurements do not change what a front was worth when it was found. Energy is the exception: variants join a front when theirs
/// is measured, often later.
void FollowedFile::Reader::measureFront(RunUpdate& update) {
  for (const VariantRow& row : update.changed)
    if (!std::isnan(row.energy)) progress_->add(row);
  unmeasured_.insert(unmeasured_.end(), update.added.begin(), update.added.end());
  for (GenerationRow& row : update.generations) {
    for (; !unmeasured_.empty() && unmeasured_.front().generation <= row.generation; unmeasured_.pop_front())
      progress_->add(unmeasured_.front());
    row.hypervolume = progress_->hypervolume();
    row.leastEnergy = progress_->leastEnergy();
  }
}

FollowedFile::FollowedFile(std::filesystem::path path, std::unique_ptr<Store> store, std::int64_t run)
    : path_(std::move(path)), store_(std::move(store)), reader_(std::make_unique<Reader>(run)) {}

FollowedFile::~FollowedFile() = default;

Result<std::unique_ptr<FollowedFile>> FollowedFile::open(const std::filesystem::path& path, std::int64_t run) {
  GEVO_TRY_ASSIGN(std::unique_ptr<Store> store, Store::open(path, Store::Access::Read));
  auto file = std::unique_ptr<FollowedFile>(new FollowedFile(path, std::move(store), run));
  file->identity_ = identityOf(path);
  return file;
}

Result<FollowedFile::Update> FollowedFile::look() {
  if (ahead_) return std::exchange(ahead_, nullptr);
  if (identityOf(path_) != identity_)
    return fail("{} was removed, renamed or replaced while it was open; open it where it is now", path_.string());
  return reader_->look(*store_);
}

Result<void> FollowedFile::readAhead() {
  GEVO_TRY_ASSIGN(ahead_, look());
  return {};
}

} // namespace gevo
