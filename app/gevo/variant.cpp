#include "app/gevo/variant.h"

#include "core/base/wire.h"

#include <charconv>

namespace gevo {

Result<RunInfo> chooseRun(const Store& store, std::int64_t run) {
  Result<std::vector<RunInfo>> runs = store.runs();
  if (!runs) return std::unexpected(runs.error());
  if (runs->empty()) return fail("{} has no run yet; start one with: gevo run {}", store.path().string(), store.path().string());
  if (run == 0) return runs->back();
  for (RunInfo& info : *runs)
    if (info.id == run) return std::move(info);
  return fail("{} has no run {}; its runs are 1 to {}", store.path().string(), run, runs->back().id);
}

namespace {

Result<std::int64_t> bestVariant(const Store& store, std::int64_t run) {
  Result<std::vector<std::int64_t>> front = store.front(run);
  if (!front) return std::unexpected(front.error());
  if (front->empty()) return fail("run {} has no valid variant yet", run);
  // Sorted by runtime, so errors fall along the front: an exact variant, if any, is its last.
  for (const std::int64_t id : *front) {
    Result<Individual> individual = store.individual(run, id);
    if (!individual) return std::unexpected(individual.error());
    if (individual->outcome.fitness.error == 0) return id;
  }
  return front->front();
}

Result<std::int64_t> resolve(const Store& store, std::int64_t run, const std::string& name) {
  if (name == "best") return bestVariant(store, run);
  if (name == "original") return 0;
  std::int64_t id = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
  if (error != std::errc() || end != name.data() + name.size())
    return fail("\"{}\" names no variant; give an id from gevo show, or best", name);
  return id;
}

} // namespace

Result<ChosenVariant> chooseVariant(const std::string& path, std::int64_t run, const std::string& name, Store::Access access) {
  Result<std::unique_ptr<Store>> store = Store::open(path, access);
  if (!store) return std::unexpected(store.error());
  Result<RunInfo> info = chooseRun(**store, run);
  if (!info) return std::unexpected(info.error());
  Result<std::int64_t> id = resolve(**store, info->id, name);
  if (!id) return std::unexpected(id.error());
  Result<Individual> variant = (*store)->individual(info->id, *id);
  if (!variant) return std::unexpected(variant.error());
  return ChosenVariant{std::move(*store), std::move(*info), std::move(*variant)};
}

Result<std::unique_ptr<WorkerPool>> startViewWorker(const Store& store, const EvaluationSettings& settings) {
  Result<Project> project = store.project();
  if (!project) return std::unexpected(project.error());
  WorkerPoolSettings pool;
  pool.jobTimeout = std::chrono::minutes(5); // a held-out test may be large
  return WorkerPool::start(pool, wire::encode(LoadRequest{withoutHeldOutTests(std::move(*project)), settings, false}));
}

} // namespace gevo
