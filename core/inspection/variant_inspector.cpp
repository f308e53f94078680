#include "core/inspection/variant_inspector.h"

#include "core/configurations/configurations.h"
#include "core/devices/evaluation_pool.h"
#include "core/devices/program_trust.h"
#include "core/inspection/patched_texts.h"
#include "core/inspection/pool_variant_worker.h"
#include "core/inspection/wait.h"
#include "core/protocol/evaluate.h"
#include "core/protocol/load.h"
#include "core/values/device_name.h"
#include "core/worker_pool/evaluation_reply.h"

namespace gevo {

struct VariantInspector::Pool {
  std::unique_ptr<WorkerPool> pool;
  std::uint64_t epoch = 0;
};

namespace {

constexpr std::size_t cacheSize = 256;
constexpr std::chrono::minutes jobLimit{5}; ///< held-out tests are larger than those of a run

/// Adds a hint for runs measured on a GPU, which can be viewed without one.
Error cannotEvaluate(const EvaluationSettings& settings, Error error) {
  if (isGpu(settings.device))
    error.message = fmt::format("evaluating edits of this run needs a GPU like the one that measured it; {}", error.message);
  return error;
}

Result<Individual> read(const InspectedRun& run, std::int64_t variant) {
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(run.file, Store::Access::Read));
  return store->individual(run.run, variant);
}

/// Nothing where none was made, or it can't be read.
std::optional<SourcePatch> patchOf(const InspectedRun& run, std::int64_t variant) {
  const Result<std::unique_ptr<Store>> store = Store::open(run.file, Store::Access::Read);
  Result<std::optional<SourcePatch>> patch = store ? (*store)->patch(run.run, variant) : std::unexpected(store.error());
  return patch ? *std::move(patch) : std::nullopt;
}

/// Empty if the file has none.
Lineage lineageOf(const InspectedRun& run, std::int64_t variant) {
  const Result<std::unique_ptr<Store>> store = Store::open(run.file, Store::Access::Read);
  const Result<Lineage> lineage = store ? (*store)->lineage(run.run, variant) : std::unexpected(store.error());
  return lineage.value_or(Lineage());
}

Result<std::unique_ptr<WorkerPool>> startPool(const InspectedRun& run, bool evaluates, const std::string& workerProgram) {
  const Project& project = *run.project;
  WorkerPoolSettings settings;
  settings.program = workerProgram;
  settings.workers = 1;
  settings.jobLimit = jobLimit;
  settings.configurations = configurationsOf(run.file, workerProgram);
  LoadRequest load{withoutHeldOutTests(project), run.settings, evaluates};
  if (evaluates && project.build.hostRun.on) {
    GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(run.file, Store::Access::Read));
    GEVO_TRY_ASSIGN(std::string folder, hostRunFolder(*store, project));
    load.folder = std::move(folder);
  }
  if (evaluates) GEVO_TRY(fitEvaluation(settings, project, run.settings));
  return WorkerPool::start(settings, wire::encode(load));
}

} // namespace

VariantInspector::VariantInspector(std::string workerProgram, std::stop_token stop)
    : workerProgram_(std::move(workerProgram)), stop_(std::move(stop)) {}

VariantInspector::~VariantInspector() = default;

Result<VariantInspector::Pool*> VariantInspector::poolFor(const InspectedRun& run, Purpose purpose) {
  for (std::unique_ptr<Pool>* const other : {&viewPool_, &evaluationPool_})
    if (*other && (*other)->epoch != run.epoch) other->reset();
  // Viewing a variant needs neither its program nor the GPU that measured it.
  const bool needsMore = run.project->build.hostRun.on || isGpu(run.settings.device);
  const bool evaluates = purpose == Purpose::Evaluate || !needsMore;
  std::unique_ptr<Pool>& pool = needsMore && evaluates ? evaluationPool_ : viewPool_;
  if (pool) return pool.get();
  Result<std::unique_ptr<WorkerPool>> started = startPool(run, evaluates, workerProgram_);
  if (!started) return std::unexpected(evaluates ? cannotEvaluate(run.settings, started.error()) : started.error());
  pool = std::make_unique<Pool>(std::move(*started), run.epoch);
  return pool.get();
}

std::unique_ptr<VariantWorker> VariantInspector::worker(const InspectedRun& run) {
  const auto pool = [this, run]() -> Result<WorkerPool*> {
    GEVO_TRY_ASSIGN(auto* found, poolFor(run, Purpose::Show));
    return found->pool.get();
  };
  return std::make_unique<PoolVariantWorker>(pool, stop_);
}

Result<std::shared_ptr<const VariantDetails>> VariantInspector::details(const InspectedRun& run, std::int64_t variant) {
  if (cacheEpoch_ != run.epoch || cacheTexts_ != run.texts || cache_.size() >= cacheSize) cache_.clear();
  cacheEpoch_ = run.epoch;
  cacheTexts_ = run.texts;
  if (const auto known = cache_.find(variant); known != cache_.end()) return known->second;

  auto details = std::make_shared<VariantDetails>();
  if (variant != 0) {
    GEVO_TRY_ASSIGN(Individual individual, read(run, variant));
    details->individual = std::move(individual);
    details->lineage = lineageOf(run, variant);
    details->patch = patchOf(run, variant);
    if (const std::vector<double>& runtimes = details->individual.result.metrics.testRuntimes; !runtimes.empty())
      if (const Result<Individual> original = read(run, 0))
        details->tests = testSpeedups(run.project->tests, original->result.metrics.testRuntimes, runtimes);
  } else if (const Result<Individual> original = read(run, 0)) {
    details->individual.result.metrics = original->result.metrics; // a file without a run has no metrics
  }
  Result<VariantTexts> texts = worker(run)->texts(details->individual.edits, run.plainIr);
  if (texts) {
    details->texts = std::move(*texts);
    if (details->patch) showPatch(*run.project, details->individual.edits, *details->patch, details->texts);
  } else {
    details->problem = texts.error().message;
  }
  if (texts) cache_[variant] = details;
  return details;
}

Result<std::shared_ptr<const VariantDetails>> VariantInspector::details(const InspectedRun& run, const EditList& edits) {
  auto details = std::make_shared<VariantDetails>();
  details->individual.edits = edits;
  Result<VariantTexts> texts = worker(run)->texts(edits, run.plainIr);
  if (texts)
    details->texts = std::move(*texts);
  else
    details->problem = texts.error().message;
  return details;
}

Result<Evaluation> VariantInspector::evaluate(const InspectedRun& run, const EditList& edits) {
  const EvaluateRequest request{.edits = edits, .remeasure = isGpu(run.settings.device)};
  GEVO_TRY_ASSIGN(auto* pool, poolFor(run, Purpose::Evaluate));
  WorkerPool& workers = *pool->pool;
  GEVO_TRY_ASSIGN(const JobResult ended, waitFor(workers, RequestKind::Evaluate, wire::encode(request), stop_));
  if (ended.failure == JobFailure::NoWorker) // not a result of the edits
    return std::unexpected(cannotEvaluate(run.settings, {ended.message, ended.details}));
  GEVO_TRY_ASSIGN(const OriginalReport loaded, workers.loaded());
  EvaluationResult original = loaded.original;
  if (Result<Individual> stored = read(run, 0)) {
    // Measured times are scaled by the run's original, so that its runtime now does not matter.
    if (const Result<void> same = checkTiming(loaded, stored->result.fitness, run.run); loaded.deterministic && !same)
      return std::unexpected(same.error());
    original = std::move(stored->result);
  }
  EvaluateReply reply = evaluationFrom(request, ended, original.fitness);
  if (reply.result.reason == Reason::NoOp) reply.result = std::move(original);
  return Evaluation{std::move(reply.result), std::move(reply.active)};
}

} // namespace gevo
