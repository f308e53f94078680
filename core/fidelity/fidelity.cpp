#include "core/fidelity/fidelity.h"

#include "core/base/temporary_folder.h"
#include "core/devices/evaluation_pool.h"
#include "core/protocol/compare.h"
#include "core/protocol/load.h"
#include "core/protocol/request.h"
#include "core/session/run_session.h"
#include "core/worker_pool/worker_pool.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <thread>

namespace gevo {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds pollInterval{200};

unsigned workersOf(const FidelitySettings& settings) {
  return settings.workers > 0 ? settings.workers : std::max(1U, std::thread::hardware_concurrency());
}

/// Valid variants of a short run on the simulated GPU.
Result<std::vector<FidelityVariant>> search(const Project& project, const EvaluationSettings& evaluation,
                                            const FidelitySettings& settings) {
  GEVO_TRY_ASSIGN(const TemporaryFolder scratch, TemporaryFolder::make());
  const fs::path file = scratch.path() / "search.gevo";
  GEVO_TRY(Store::create(file, project));
  RunSession::Options options;
  options.workerProgram = settings.workerProgram;
  options.validate = false;
  options.settings.workers = workersOf(settings);
  options.settings.evaluation = evaluation;
  options.settings.evaluation.device = "sim";
  options.settings.evaluation.model = settings.model;
  options.settings.search.seed = settings.seed;
  options.settings.search.population = std::clamp(settings.variants, 16U, 256U);
  options.settings.search.seconds = settings.searchSeconds;
  options.settings.search.parameters = ParameterMode::Fixed; // the file has no program beside it
  options.settings.search.evaluations = 20ULL * settings.variants;
  options.progress = [&](const RunStatus& status) {
    settings.progress(-1, fmt::format("searching for variants, generation {}", status.progress.generation));
  };
  GEVO_TRY_ASSIGN(std::unique_ptr<RunSession> session, RunSession::open(file, std::move(options)));
  GEVO_TRY(session->run({}));
  session.reset();
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(file, Store::Access::Read));
  return variantsOfRuns(*store, "search", settings.variants);
}

/// Of the file's latest run; the defaults where there is none.
Result<EvaluationSettings> evaluationSettings(const Store& store) {
  GEVO_TRY_ASSIGN(const std::vector<RunInfo> runs, store.runs());
  return runs.empty() ? EvaluationSettings() : runs.back().settings.evaluation;
}

const ProjectFidelity* earlier(const FidelitySettings& settings, const std::string& name) {
  const auto found = std::ranges::find(*settings.measured, name, &ProjectFidelity::name);
  return found == settings.measured->end() ? nullptr : &*found;
}

/// Adds a variant with new simulated times and the earlier measured ones.
void takeSimulated(ProjectFidelity& result, const ComparedVariant& before, const JobResult& job) {
  const Result<DeviceComparison> reply =
      job.failure == JobFailure::None ? wire::decode<DeviceComparison>(job.reply, "worker's reply") : fail("{}", job.message);
  if (!reply) {
    result.failures.push_back(before.name + ": " + reply.error().message);
    return;
  }
  if (reply->reason != Reason::None || reply->tests.size() != before.tests.size()) {
    ++result.rejectedSimulated;
    return;
  }
  ComparedVariant variant = before;
  for (std::size_t i = 0; i < variant.tests.size(); ++i) {
    variant.tests[i].simulated = reply->tests[i].simulated;
    variant.tests[i].simulatedOriginal = reply->tests[i].simulatedOriginal;
  }
  variant.point = pointOf(variant.tests);
  result.variants.push_back(std::move(variant));
}

void take(ProjectFidelity& result, std::map<Hash128, std::string>& known, const FidelityVariant& variant, const JobResult& job) {
  const auto failed = [&](const std::string& why) { result.failures.push_back(variant.name + ": " + why); };
  if (job.failure != JobFailure::None) return failed(job.message);
  const Result<DeviceComparison> reply = wire::decode<DeviceComparison>(job.reply, "worker's reply");
  if (!reply) return failed(reply.error().message);
  if (reply->reason != Reason::None && !reply->onGpu) {
    ++result.rejectedSimulated;
    return;
  }
  if (reply->code.isNull()) return failed(reply->message);
  if (!known.emplace(reply->code, variant.name).second) {
    ++result.sameCode;
    return;
  }
  if (reply->reason != Reason::None) return failed(fmt::format("{} ({})", reasonName(reply->reason), reply->message));
  const FidelityPoint point = pointOf(reply->tests);
  if (!std::isfinite(point.error) || !(point.measured > 0) || !(point.simulated > 0)) return failed("its time is not known");
  result.variants.push_back({variant.name, reply->code, reply->tests, point});
}

Result<void> compareAll(ProjectFidelity& result, Project project, const EvaluationSettings& rules,
                        const std::vector<FidelityVariant>& variants, const FidelitySettings& settings) {
  WorkerPoolSettings pool;
  pool.program = settings.workerProgram;
  pool.workers = workersOf(settings);
  LoadRequest load{withoutHeldOutTests(std::move(project)), rules, false, Targeting::Uniform, {}};
  load.settings.device = settings.measured ? "sim" : settings.device;
  load.settings.model = settings.model;
  GEVO_TRY(fitEvaluation(pool, load.project, load.settings));
  GEVO_TRY_ASSIGN(std::unique_ptr<WorkerPool> workers, WorkerPool::start(pool, wire::encode(load)));
  GEVO_TRY_ASSIGN(const OriginalReport loaded, workers->loaded());
  const ProjectFidelity* before = settings.measured ? earlier(settings, result.name) : nullptr;
  result.gpu = before != nullptr ? before->gpu : loaded.device;
  // In order of the variants, so that of equal codes the same one counts every time.
  std::vector<std::optional<JobResult>> jobs(variants.size());
  std::size_t done = 0;
  for (std::size_t i = 0; i < variants.size(); ++i)
    workers->submit(RequestKind::Compare, wire::encode(CompareRequest{variants[i].edits, settings.relativeError}), [&, i](JobResult job) {
      jobs[i] = std::move(job);
      ++done;
    });
  while (done < jobs.size() && workers->wait(pollInterval))
    settings.progress(static_cast<double>(done) / static_cast<double>(jobs.size()),
                      fmt::format("{}: {} of {} variants compared", result.name, done, jobs.size()));
  std::map<Hash128, std::string> known;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (jobs[i] && jobs[i]->failure == JobFailure::ErrorReply) return std::unexpected(Error{jobs[i]->message, jobs[i]->details});
    if (!jobs[i]) continue;
    if (before == nullptr)
      take(result, known, variants[i], *jobs[i]);
    else
      takeSimulated(result, *std::ranges::find(before->variants, variants[i].name, &ComparedVariant::name), *jobs[i]);
  }
  return {};
}

/// Those of the earlier comparison that the file still has.
Result<std::vector<FidelityVariant>> measuredBefore(const Store& store, const ProjectFidelity& before) {
  Result<std::vector<FidelityVariant>> all = variantsOfRuns(store, {}, std::numeric_limits<std::size_t>::max());
  if (!all) return all;
  std::erase_if(*all, [&](const FidelityVariant& variant) {
    return std::ranges::find(before.variants, variant.name, &ComparedVariant::name) == before.variants.end();
  });
  return all;
}

} // namespace

FidelityPoint pointOf(const std::vector<ComparedTest>& tests) {
  double simulated = 0;
  double simulatedOriginal = 0;
  double measured = 0;
  double measuredOriginal = 0;
  double squares = 0;
  for (const ComparedTest& test : tests) {
    simulated += test.simulated;
    simulatedOriginal += test.simulatedOriginal;
    measured += test.measured;
    measuredOriginal += test.measuredOriginal;
    squares += test.relativeError * test.measured * test.relativeError * test.measured;
  }
  return {simulated / simulatedOriginal, measured / measuredOriginal, std::sqrt(squares) / measuredOriginal};
}

Result<std::vector<FidelityVariant>> variantsOfRuns(const Store& store, const std::string& prefix, std::size_t most) {
  GEVO_TRY_ASSIGN(const std::vector<RunInfo> runs, store.runs());
  std::map<Hash128, FidelityVariant> byCode;
  for (const RunInfo& run : runs) {
    constexpr std::int64_t portion = 4096;
    for (std::int64_t from = 1;;) { // 0 is the original
      GEVO_TRY_ASSIGN(std::vector<Individual> evaluations, store.individuals(run.id, from, portion));
      for (Individual& one : evaluations) {
        if (!one.result.valid() || one.result.code.isNull() || one.origin == Origin::Original) continue;
        const std::string name =
            fmt::format("{}, variant {}", prefix.empty() ? fmt::format("run {}", run.id) : prefix, variantName(one.id));
        byCode.try_emplace(one.result.code, FidelityVariant{name, activeEdits(one), one.result.code, one.result.fitness.runtime});
      }
      if (evaluations.empty()) break;
      from = evaluations.back().id + 1;
    }
  }
  std::vector<FidelityVariant> all;
  for (auto& [code, variant] : byCode) all.push_back(std::move(variant));
  std::ranges::stable_sort(all, {}, [](const FidelityVariant& variant) { return variant.runtime; });
  if (all.size() <= most) return all;
  std::vector<FidelityVariant> chosen;
  for (std::size_t i = 0; i < most; ++i) chosen.push_back(std::move(all[i * all.size() / most]));
  return chosen;
}

Result<ProjectFidelity> compareWithGpu(const fs::path& file, const FidelitySettings& settings) {
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(file, Store::Access::Read));
  GEVO_TRY_ASSIGN(Project project, store->project());
  if (project.build.hostRun.on)
    return fail("variants of {} are evaluated by running the host program, and fidelity compares replays; leave the file out",
                file.string());
  GEVO_TRY_ASSIGN(const EvaluationSettings rules, evaluationSettings(*store));
  ProjectFidelity result;
  result.name = project.name;
  const ProjectFidelity* before = settings.measured ? earlier(settings, result.name) : nullptr;
  if (settings.measured && before == nullptr) return fail("the earlier comparison has nothing of {}; leave the file out", result.name);
  GEVO_TRY_ASSIGN(std::vector<FidelityVariant> variants,
                  before != nullptr ? measuredBefore(*store, *before) : variantsOfRuns(*store, {}, settings.variants));
  result.fromRuns = variants.size();
  if (before == nullptr && variants.size() < settings.variants && settings.searchSeconds > 0) {
    GEVO_TRY_ASSIGN(std::vector<FidelityVariant> found, search(project, rules, settings));
    for (FidelityVariant& one : found) {
      const bool isKnown = std::ranges::any_of(variants, [&](const FidelityVariant& other) { return other.code == one.code; });
      if (!isKnown && variants.size() < settings.variants) variants.push_back(std::move(one));
    }
    result.fromSearch = variants.size() - result.fromRuns;
  }
  if (variants.empty()) return fail("{} has no variant that passed its tests; run gevo run on it first", file.string());
  GEVO_TRY(compareAll(result, std::move(project), rules, variants, settings));
  std::vector<FidelityPoint> points;
  for (const ComparedVariant& variant : result.variants) points.push_back(variant.point);
  result.figures = fidelityOf(points);
  return result;
}

} // namespace gevo
