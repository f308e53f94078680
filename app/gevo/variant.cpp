#include "app/gevo/variant.h"

#include "core/devices/program_trust.h"
#include "core/validation/best_variants.h"

namespace gevo {

Result<RunInfo> chooseRun(const Store& store, std::int64_t run) {
  GEVO_TRY_ASSIGN(std::vector<RunInfo> runs, store.runs());
  if (runs.empty()) return fail("{} has no run yet; start one with: gevo run {}", store.path().string(), store.path().string());
  if (run == 0) return runs.back();
  for (RunInfo& info : runs)
    if (info.id == run) return std::move(info);
  return fail("{} has no run {}; its runs are 1 to {}", store.path().string(), run, runs.back().id);
}

namespace {

/// The original where nothing is better.
Result<std::int64_t> bestBy(const BestCriterion& criterion, const Store& store, const RunInfo& run) {
  GEVO_TRY_ASSIGN(std::optional<std::int64_t> best, bestVariant(store, run, criterion));
  return best.value_or(0);
}

Result<std::int64_t> resolve(const Store& store, const RunInfo& run, const std::string& name) {
  if (name == "best") return bestBy({0}, store, run);
  if (name == "frugal") {
    if (!measuresEnergy(run.settings.evaluation)) return fail("energy is not an objective of run {}; see --objectives of gevo run", run.id);
    return bestBy(criteriaOf(run.settings.evaluation).back(), store, run);
  }
  if (const std::optional<std::int64_t> id = parseVariantName(name)) return *id;
  return fail("\"{}\" is not a variant; give an id from gevo show, best, or frugal", name);
}

} // namespace

Result<ChosenVariant> chooseVariant(const std::string& path, std::int64_t run, const std::string& name, Store::Access access) {
  GEVO_TRY_ASSIGN(std::unique_ptr<Store> store, Store::open(path, access));
  GEVO_TRY_ASSIGN(RunInfo info, chooseRun(*store, run));
  GEVO_TRY_ASSIGN(std::int64_t id, resolve(*store, info, name));
  GEVO_TRY_ASSIGN(Individual variant, store->individual(info.id, id));
  return ChosenVariant{std::move(store), std::move(info), std::move(variant)};
}

Result<void> saveValidation(const std::string& file, std::int64_t run, const ValidationResult& validation) {
  const Result<std::unique_ptr<Store>> store = Store::open(file, Store::Access::Annotate);
  if (store) return keepValidation(**store, run, validation);
  fmt::print(stderr, "gevo: the result could not be saved in the file: {}\n", store.error().message);
  return {};
}

Result<void> trustFileHere(const std::string& path) {
  GEVO_TRY_ASSIGN(std::unique_ptr<Store> store, Store::open(path, Store::Access::Read));
  return trustProgram(*store, std::filesystem::current_path());
}

} // namespace gevo
