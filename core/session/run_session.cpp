#include "core/session/run_session.h"

#include "core/base/cpu_time.h"
#include "core/configurations/configurations.h"
#include "core/devices/evaluation_pool.h"
#include "core/devices/program_trust.h"
#include "core/evolution/evolution.h"
#include "core/inputs/fuzz_inputs.h"
#include "core/inputs/measured_coverage.h"
#include "core/inputs/recording_worker.h"
#include "core/protocol/load.h"

#include <cmath>
#include <thread>

namespace gevo {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds storeInterval{250};
/// Of the search's time, for trying the best on fresh inputs.
constexpr double tryShare = 0.1;
/// For running the workloads in full once, which each candidate does: seconds of processor time, and a share of the search's time.
constexpr double leastAtFullSize = 30;
constexpr double shareAtFullSize = 0.25;
/// Instructions of a warp that are simulated while a variant is edited, optimised and decoded, which takes a few milliseconds.
constexpr std::uint64_t workOfCode = 150'000;
/// Inputs that take this share of the tests' time or more are of the size that people run, where tests are measured.
constexpr double shareOfTests = 0.25;

RunState endOf(StopReason reason) {
  return reason == StopReason::Cancelled || reason == StopReason::Failed ? RunState::Stopped : RunState::Finished;
}

Result<RunInfo> latestRun(const Store& store) {
  GEVO_TRY_ASSIGN(std::vector<RunInfo> runs, store.runs());
  if (runs.empty()) return fail("{} has no run to resume; start one", store.path().string());
  return std::move(runs.back());
}

/// The run's own settings with the stop conditions and workers asked for now.
RunSettings resumedSettings(RunSettings settings, const RunSettings& asked) {
  settings.search.generations = asked.search.generations;
  settings.search.seconds = asked.search.seconds;
  settings.search.target = asked.search.target;
  settings.search.stagnation = asked.search.stagnation;
  settings.search.evaluations = asked.search.evaluations;
  settings.workers = asked.workers;
  return settings;
}

WorkerPoolSettings poolSettings(const RunSession::Options& options, const RunSettings& settings) {
  WorkerPoolSettings result;
  result.program = options.workerProgram;
  result.workers = settings.workers;
  result.yields = true;
  return result;
}

} // namespace

struct RunSession::State {
  Options options;
  std::unique_ptr<Store> store;
  std::unique_ptr<Configurations> configurations; ///< of a program with parameters
  std::shared_ptr<RecordingWorker> recordingWorker;
  std::unique_ptr<JobPool> pool;
  WorkerPool* workers = nullptr; ///< the pool, if it is this machine's
  ParameterSpace parameters;
  std::string parameterNote; ///< why they are not searched
  RunInfo info;
  Individual original;
  OriginalReport loaded;
  std::vector<TestCase> tests;   ///< without their traces
  std::vector<FuzzInput> inputs; ///< likewise
  std::string inputNote;         ///< why nothing is tried on them
  std::string coverageNote;      ///< why it is not known what they run
  std::vector<EditList> seeds;
  double storeSeconds = 0;
  double earlierSeconds = 0; ///< before this call of `run`
  std::atomic<bool> paused = false;

  std::vector<Individual> waiting; ///< individuals that are not in the file yet
  Clock::time_point lastStore;
  std::stop_source stopper;
  std::optional<Error> storeProblem; ///< what ended the run through `stopper`
  BestReport best;
  FrontReport front;

  Result<void> startPool(Project project);
  Result<void> startWorkers(WorkerPoolSettings settings, Bytes load);
  Result<std::vector<TestCase>> recordInputs(const Project& project);
  std::optional<EvolutionTrials> trials() const;
  Result<void> openConfigurations(const Project& project, WorkerPoolSettings& settings);
  Result<void> begin(const OriginalReport& reply);
  Result<void> resume(const OriginalReport& reply);
  Result<void> flush();
  void flushNowAndThen();
  Result<void> keepGeneration(const GenerationResult& result);
  void report(const EvolutionProgress& progress);
  Result<void> validate(const std::stop_token& cancel);
  Result<void> validateMembers(Validator& validator, const JobOptions& settings, FreshInputs inputs);
  Result<void> conclude(RunState state);
};

Result<void> RunSession::State::startPool(Project project) {
  GEVO_TRY_ASSIGN(const std::string folder, hostRunFolder(*store, project));
  WorkerPoolSettings settings = poolSettings(options, info.settings);
  if (options.pools == nullptr) GEVO_TRY(fitEvaluation(settings, project, info.settings.evaluation)); // other machines fit their own
  GEVO_TRY(openConfigurations(project, settings));
  // So that other programs' runs are as they were before there was the operator.
  if (project.build.synthesised.empty()) std::erase(info.settings.search.operators, Operator::Synthesise);
  if (info.settings.search.operators.empty())
    return fail("the file has no programs for functions; make it with gevo new --synthesise, or give other operators");
  for (const TestCase& test : withoutHeldOutTests(project).tests) tests.push_back({test.role, test.arguments, {}});
  const SearchSettings& search = info.settings.search;
  GEVO_TRY_ASSIGN(std::vector<TestCase> fuzz, recordInputs(project));
  if (configurations) configurations->giveFuzzInputs(fuzz);
  const LoadRequest load{withoutHeldOutTests(std::move(project)),
                         info.settings.evaluation,
                         true,
                         search.targeting,
                         folder,
                         search.operators,
                         std::move(fuzz),
                         search.ideas};
  GEVO_TRY(startWorkers(std::move(settings), wire::encode(load)));
  GEVO_TRY_ASSIGN(OriginalReport reply, pool->loaded(options.loading));
  if (pool->gpus() > 1) reply.device = fmt::format("{} x {}", pool->gpus(), reply.device);
  if (!reply.original.valid()) return fail("the original does not run on {}: {}", reply.device, reply.original.message);
  for (const std::string& note : {parameterNote, coverageNote, inputNote})
    if (!note.empty()) reply.report.notes.push_back(note);
  loaded = reply;
  return options.resume ? resume(reply) : begin(reply);
}

Result<void> RunSession::State::startWorkers(WorkerPoolSettings settings, Bytes load) {
  if (options.pools != nullptr) {
    GEVO_TRY_ASSIGN(pool, options.pools->start(settings, std::move(load)));
    return {};
  }
  GEVO_TRY_ASSIGN(auto started, WorkerPool::start(std::move(settings), std::move(load)));
  workers = started.get();
  pool = std::move(started);
  return {};
}

/// The file's fuzz inputs, which its first run records. Without them the search goes on as well, so what keeps them away is only noted.
Result<std::vector<TestCase>> RunSession::State::recordInputs(const Project& project) {
  std::vector<TestCase> tests;
  std::stop_source cancel;
  JobOptions job;
  job.workerProgram = options.workerProgram;
  job.cancel = cancel.get_token();
  job.recordingWorker = recordingWorker;
  job.progress = [&](const std::string& step) {
    if (options.loading && !options.loading(step)) cancel.request_stop();
  };
  Result<ProgramCoverage> coverage = coverageOf(*store, project, job);
  if (cancel.stop_requested()) return fail("cancelled");
  if (!coverage) coverageNote = "what the tests run is not known: " + coverage.error().message;
  if (!info.settings.search.counterexamples || (configurations && configurations->problem())) return tests;
  Result<std::vector<FuzzInput>> recorded = fuzzInputsOf(*store, project.build, coverage.value_or(ProgramCoverage()), job);
  if (cancel.stop_requested()) return std::unexpected(recorded ? Error{"cancelled", {}} : recorded.error());
  if (!recorded) {
    inputNote = "variants are not tried on fuzz inputs while the run goes on: " + recorded.error().message;
    return tests;
  }
  inputs = std::move(*recorded);
  for (FuzzInput& input : inputs) {
    tests.push_back(input.test);
    input.test.trace = {};
  }
  return tests;
}

std::optional<EvolutionTrials> RunSession::State::trials() const {
  if (inputs.empty()) return std::nullopt;
  EvolutionTrials trials;
  for (const FuzzInput& input : inputs) {
    trials.work.inputs.push_back(input.work);
    trials.work.lines.push_back(input.test.arguments);
  }
  for (const std::uint64_t work : loaded.testWork) trials.work.tests += work;
  trials.work.code = workOfCode;
  const bool hasWorkload = std::ranges::any_of(tests, [](const TestCase& test) { return test.role == TestRole::Workload; });
  trials.work.isTimed = loaded.timesInputs && !hasWorkload;
  // Where they are measured, the tests are of that size.
  trials.work.runtime = loaded.original.fitness.runtime * (loaded.deterministic ? 1 : shareOfTests);
  trials.individual = [this](std::int64_t id) { return store->individual(info.id, id); };
  return trials;
}

/// Those of variants that the run begins with are needed in any case.
Result<void> RunSession::State::openConfigurations(const Project& project, WorkerPoolSettings& settings) {
  parameters = project.parameters;
  if (parameters.empty()) return {};
  const unsigned builders = settings.workers > 0 ? settings.workers : std::max(1U, std::thread::hardware_concurrency());
  configurations = std::make_unique<Configurations>(*store, project, Configurations::Options{options.workerProgram, builders});
  settings.configurations = [this](const Configuration& configuration) { return configurations->program(configuration); };
  const std::optional<Error> problem = configurations->problem();
  ParameterMode& mode = info.settings.search.parameters;
  if (!problem || mode == ParameterMode::Fixed) return {};
  mode = ParameterMode::Fixed;
  parameterNote = "the parameters stay as they are: " + problem->message;
  return {};
}

Result<void> RunSession::State::begin(const OriginalReport& reply) {
  original.origin = Origin::Original;
  original.result = reply.original;
  seeds = options.seeds;
  info.device = reply.device;
  info.originalRuntime = reply.original.fitness.runtime;
  info.originalEnergy = reply.original.fitness.energy;
  info.report = reply.report;
  GEVO_TRY_ASSIGN(const std::int64_t run, store->beginRun(info.settings, reply.device, original, seeds, reply.report));
  info.id = run;
  return {};
}

Result<void> RunSession::State::resume(const OriginalReport& reply) {
  GEVO_TRY_ASSIGN(Individual stored, store->individual(info.id, 0));
  GEVO_TRY(checkTiming(reply, stored.result.fitness, info.id));
  original = std::move(stored);
  GEVO_TRY_ASSIGN(std::vector<EditList> kept, store->seeds(info.id));
  seeds = std::move(kept);
  return {};
}

Result<void> RunSession::State::flush() {
  lastStore = Clock::now();
  if (waiting.empty()) return {};
  const CpuClock clock(storeSeconds);
  Result<void> added = store->addUnfinishedEvaluations(info.id, waiting);
  if (added) waiting.clear();
  return added;
}

void RunSession::State::flushNowAndThen() {
  if (Clock::now() - lastStore < storeInterval || storeProblem) return;
  Result<void> done = flush();
  if (done) done = store->setStatus(info.id, info.status);
  if (done) return;
  storeProblem = done.error();
  stopper.request_stop();
}

Result<void> RunSession::State::keepGeneration(const GenerationResult& result) {
  const CpuClock clock(storeSeconds);
  const Result<void> added = store->addGeneration(info.id, result);
  if (!added) return added;
  waiting.clear(); // all of them are in the result
  info.generations = result.generation + 1;
  return {};
}

void RunSession::State::report(const EvolutionProgress& progress) {
  info.status = {paused ? RunState::Paused : RunState::Running, progress, earlierSeconds + progress.seconds};
  flushNowAndThen();
  recordingWorker->endIfIdle();
  if (options.progress) options.progress(info.status);
}

/// The search is over: nothing that is found here changes what it did.
Result<void> RunSession::State::validate(const std::stop_token& cancel) {
  if (!options.validate || info.generations == 0 || cancel.stop_requested()) return {};
  pool->endBusyWorkers(); // nobody waits for what they do
  GEVO_TRY(flush());
  info.status.state = RunState::Validating;
  info.status.progress.remeasuring = info.status.progress.isTrying = false;
  GEVO_TRY(store->setStatus(info.id, info.status));
  JobOptions settings;
  settings.workerProgram = options.workerProgram;
  settings.cancel = cancel;
  settings.recordingWorker = recordingWorker;
  settings.progress = [this](const std::string&) {
    if (Clock::now() - lastStore >= storeInterval) {
      lastStore = Clock::now();
      (void)store->setStatus(info.id, info.status); // only shows that the run is alive, so an error does not matter
    }
    if (options.progress) options.progress(info.status);
  };
  const double atFullSize = std::max(leastAtFullSize, shareAtFullSize * info.status.progress.seconds);
  Validator validator(*store, info, settings, std::chrono::milliseconds(std::llround(atFullSize * 1000)));
  const FreshInputs inputs{options.freshInputs, tryShare * info.status.progress.seconds};
  GEVO_TRY_ASSIGN(BestReport report, validateBest(*store, info, validator, settings, inputs));
  best = std::move(report);
  return validateMembers(validator, settings, inputs);
}

/// As many members of the front as there is time for: that the best passed says little of the others.
Result<void> RunSession::State::validateMembers(Validator& validator, const JobOptions& settings, FreshInputs inputs) {
  GEVO_TRY_ASSIGN(const std::vector<HeldOutSet> sets, store->heldOutSets());
  if (sets.empty() || best.cancelled || !best.complete) return {};
  FrontValidation how;
  how.seconds = options.frontShare * info.status.progress.seconds;
  bool failed = false;
  how.keep = [&](const ValidationResult& validation) {
    failed = failed || !validation.row.passed;
    return keepValidation(*store, info.id, validation);
  };
  GEVO_TRY_ASSIGN(FrontReport report, validateFront(*store, info, validator, how));
  for (const std::string& note : validator.notes())
    if (std::ranges::find(best.notes, note) == best.notes.end()) best.notes.push_back(note);
  if (report.problem && !validator.cancelled()) best.notes.push_back(report.problem->message);
  front = std::move(report);
  const auto isAnswered = [](const BestReport::Validation& one) { return answers(one.validated.back(), one.criterion); };
  if (!failed || std::ranges::none_of(best.validations, isAnswered)) return {};
  // What has all edits of one that failed is no longer the best, though it passed.
  for (const BestReport::Tried& one : best.tried) inputs.done.insert(one.variant);
  GEVO_TRY_ASSIGN(BestReport again, validateBest(*store, info, validator, settings, inputs));
  again.tried.insert(again.tried.begin(), std::make_move_iterator(best.tried.begin()), std::make_move_iterator(best.tried.end()));
  best = std::move(again);
  return {};
}

Result<void> RunSession::State::conclude(RunState state) {
  recordingWorker->end();
  Result<void> flushed = flush();
  info.status.state = state;
  info.status.progress.remeasuring = info.status.progress.isTrying = false;
  info.status.runSeconds = earlierSeconds + info.status.progress.seconds;
  Result<void> marked = store->setStatus(info.id, info.status);
  if (options.progress) options.progress(info.status);
  return flushed ? marked : flushed;
}

RunSession::RunSession(std::unique_ptr<State> state) : state_(std::move(state)) {}
RunSession::~RunSession() = default;

Result<std::unique_ptr<RunSession>> RunSession::open(const std::filesystem::path& path, Options options) {
  GEVO_TRY(checkRunSettings(options.settings));
  auto state = std::make_unique<State>();
  GEVO_TRY_ASSIGN(auto store, Store::open(path, Store::Access::Write));
  state->store = std::move(store);
  state->options = std::move(options);
  state->recordingWorker = std::make_shared<RecordingWorker>();
  state->info.settings = state->options.settings;
  if (state->options.resume) {
    GEVO_TRY_ASSIGN(RunInfo latest, latestRun(*state->store));
    state->info = std::move(latest);
    state->info.settings = resumedSettings(state->info.settings, state->options.settings);
  }
  GEVO_TRY_ASSIGN(Project project, state->store->project());
  if (std::string& device = state->info.settings.evaluation.device; device.empty()) device = project.build.device;
  state->info.settings.evaluation.statistical = project.build.statisticalRuns > 0;
  GEVO_TRY(checkRunSettings(state->info.settings));
  if (project.build.statisticalRuns > 0 && state->info.settings.search.randomTest)
    return fail("one random test for each generation is one run of a program that varies, which tells nothing; leave out --random-test");
  GEVO_TRY(state->startPool(std::move(project)));
  return std::unique_ptr<RunSession>(new RunSession(std::move(state)));
}

std::int64_t RunSession::runId() const { return state_->info.id; }
const RunInfo& RunSession::info() const { return state_->info; }
const OriginalReport& RunSession::original() const { return state_->loaded; }
const std::vector<TestCase>& RunSession::tests() const { return state_->tests; }
double RunSession::storeSeconds() const { return state_->storeSeconds; }
void RunSession::setPaused(bool paused) { state_->paused = paused; }
unsigned RunSession::workers() const { return state_->pool->alive(); }
std::vector<int> RunSession::workerProcessIds() const {
  return state_->workers != nullptr ? state_->workers->processIds() : std::vector<int>();
}

const BestReport& RunSession::best() const { return state_->best; }
const FrontReport& RunSession::front() const { return state_->front; }

Result<StopReason> RunSession::run(std::stop_token stop, std::stop_token cancel) {
  State& state = *state_;
  state.lastStore = {};
  state.stopper = {};
  state.best = {};
  state.front = {};
  const std::stop_callback passOn(stop, [&state] { state.stopper.request_stop(); });
  const std::stop_callback passOnCancel(cancel, [&state] { state.stopper.request_stop(); });

  EvolutionCallbacks callbacks;
  callbacks.generation = [&state](const GenerationResult& result) { return state.keepGeneration(result); };
  callbacks.lastTrials = [&state](const GenerationResult& result) { return state.store->addLastTrials(state.info.id, result); };
  callbacks.evaluated = [&state](const Individual& individual) {
    state.waiting.push_back(individual);
    state.flushNowAndThen();
  };
  callbacks.progress = [&state](const EvolutionProgress& progress) { state.report(progress); };
  callbacks.paused = [&state] { return state.paused.load(); };

  // Empty for a run that just began.
  GEVO_TRY_ASSIGN(const Checkpoint checkpoint, state.store->checkpoint(state.info.id));
  state.earlierSeconds = state.info.status.runSeconds;
  state.info.status.state = RunState::Running;
  GEVO_TRY(state.store->setStatus(state.info.id, state.info.status));
  std::optional<EvolutionParameters> parameters;
  if (!state.parameters.empty()) {
    GEVO_TRY_ASSIGN(ParameterMoves moves, ParameterMoves::of(state.parameters));
    parameters.emplace(EvolutionParameters{std::move(moves), *state.configurations});
    if (const auto trials = state.trials()) state.configurations->alwaysRecord(Counterexamples::likelyToJoin(trials->work));
  }
  Evolution evolution(state.info.settings, *state.pool, state.original, callbacks, state.seeds, std::move(parameters), state.trials());
  const Result<StopReason> reason = evolution.run(state.stopper.get_token(), &checkpoint);
  if (state.storeProblem) {
    (void)state.conclude(RunState::Stopped); // the file may be writable again
    return std::unexpected(*state.storeProblem);
  }
  const Result<void> validated = reason ? state.validate(cancel) : Result<void>();
  const Result<void> concluded = state.conclude(reason ? endOf(*reason) : RunState::Stopped);
  GEVO_TRY(reason);
  GEVO_TRY(concluded);
  GEVO_TRY(validated);
  return *reason;
}

} // namespace gevo
