#include "core/configurations/configurations.h"

#include "core/base/elapsed.h"
#include "core/base/wire.h"
#include "core/devices/program_trust.h"
#include "core/protocol/configure.h"
#include "core/values/device_name.h"

#include <algorithm>

namespace gevo {

namespace {

/// Of encoded programs, which the file holds too.
constexpr std::size_t mostBytesHeld = 128U << 20;
constexpr std::chrono::milliseconds pollInterval{100};

EvaluationResult failureOf(const ConfiguredProgram& program) {
  EvaluationResult result;
  result.stage = Stage::Apply;
  result.reason = program.reason;
  result.message = program.message;
  return result;
}

} // namespace

Configurations::Configurations(Store& store, const Project& project, Options options)
    : store_(store), project_(withoutHeldOutTests(project)), options_(std::move(options)) {
  if (const Result<void> usable = findProgram(); !usable) problem_ = usable.error();
}

Configurations::~Configurations() = default;

/// The program has to be here, and its owner to trust it.
Result<void> Configurations::findProgram() {
  GEVO_TRY_ASSIGN(const bool trusted, store_.trusted());
  if (!trusted) return std::unexpected(untrustedError(store_.path()));
  GEVO_TRY_ASSIGN(const std::filesystem::path folder, store_.programFolder());
  if (folder.empty()) return fail("the folder of the program of {} is not known", store_.path().string());
  if (project_.build.hostRun.on && isGpu(project_.build.device))
    return fail("the file of a live program made with --device cuda keeps only samples of its results, which can't show that a "
                "configuration gives the same ones; make it with --device h200, and run it with --device cuda");
  folder_ = folder.string();
  return {};
}

std::shared_ptr<const Bytes> Configurations::loadOf(ConfiguredProgram program) const {
  const auto inputs = inputs_.find(program.configuration);
  return std::make_shared<const Bytes>(wire::encode(
      LoadConfigurationRequest{std::move(program), inputs == inputs_.end() ? std::vector<ConfiguredInput>() : inputs->second}));
}

bool Configurations::isReady(const Configuration& configuration, const Inputs& inputs) {
  if (configuration.empty()) return true;
  if (!known_.contains(configuration)) {
    Result<std::optional<ConfiguredProgram>> stored = store_.configuration(configuration);
    if (stored && *stored) known_[configuration] = failureOf(**stored);
  }
  Inputs missing = inputs;
  if (const auto recorded = inputs_.find(configuration); recorded != inputs_.end())
    std::erase_if(missing, [&](std::uint32_t input) { return recorded->second[input].isRecorded; });
  if (known_.contains(configuration) && (missing.empty() || failure(configuration))) return true;
  if (pending_.contains(configuration)) return false;
  for (const std::uint32_t input : always_)
    if (!known_.contains(configuration) && std::ranges::find(missing, input) == missing.end()) missing.push_back(input);
  build(configuration, missing);
  return !pending_.contains(configuration);
}

std::optional<EvaluationResult> Configurations::failure(const Configuration& configuration) const {
  const auto known = known_.find(configuration);
  if (known == known_.end() || known->second.valid()) return std::nullopt;
  return known->second;
}

std::size_t Configurations::pending() const { return pending_.size(); }

void Configurations::wait(std::chrono::milliseconds atMost) {
  if (pool_) pool_->wait(atMost);
}

Result<void> Configurations::startPool() {
  if (problem_) return std::unexpected(*problem_);
  if (pool_) return {};
  WorkerPoolSettings settings;
  settings.program = options_.workerProgram;
  settings.arguments = {"build"};
  settings.workers = options_.workers;
  settings.jobLimit = std::chrono::hours(1); // each step has a limit of its own
  settings.memoryBytes = 0;
  settings.limitsProcessorTime = false;
  settings.terminationGrace = std::chrono::seconds(2);
  GEVO_TRY_ASSIGN(pool_, WorkerPool::start(std::move(settings), {}));
  return {};
}

Result<ConfiguredProgram> Configurations::recorded(const Configuration& configuration, const std::vector<TestCase>& tests,
                                                   const std::stop_token& cancel) {
  GEVO_TRY(startPool());
  ConfigureRequest request{project_, folder_, configuration};
  request.project.tests = tests;
  auto ended = std::make_shared<std::optional<JobResult>>(); // the job may outlive this call
  pool_->submit(RequestKind::Configure, wire::encode(request), [ended](JobResult result) { *ended = std::move(result); });
  while (!*ended && !cancel.stop_requested()) wait(pollInterval);
  if (!*ended) return fail("the recording was cancelled");
  if ((*ended)->failure != JobFailure::None) return std::unexpected(Error{(*ended)->message, (*ended)->details});
  GEVO_TRY_ASSIGN(ConfigureReply reply, wire::decode<ConfigureReply>((*ended)->reply, "worker's reply"));
  ConfiguredProgram& program = reply.program;
  if (program.usable()) {
    GEVO_TRY_ASSIGN(program.tests, testsOf(program.tests, tests));
  }
  return std::move(program);
}

void Configurations::build(const Configuration& configuration, const Inputs& inputs) {
  if (const Result<void> started = startPool(); !started) return keep(configuration, inputs, std::unexpected(started.error()), 0);
  const auto begin = std::chrono::steady_clock::now();
  pending_.insert(configuration);
  ConfigureRequest request{project_, folder_, configuration, {}};
  for (const std::uint32_t input : inputs) request.fuzz.push_back(fuzz_[input]);
  pool_->submit(RequestKind::Configure, wire::encode(request), [this, configuration, inputs, begin](const JobResult& result) {
    const double seconds = secondsSince(begin);
    if (result.failure == JobFailure::None)
      keep(configuration, inputs, wire::decode<ConfigureReply>(result.reply, "worker's reply"), seconds);
    else
      keep(configuration, inputs, std::unexpected(Error{result.message, result.details}), seconds);
  });
}

void Configurations::keep(const Configuration& configuration, const Inputs& inputs, Result<ConfigureReply> reply, double seconds) {
  pending_.erase(configuration);
  keepInputs(configuration, inputs, reply);
  const auto known = known_.find(configuration);
  if (!reply) {
    if (known != known_.end()) return; // only the inputs could not be recorded
    // Of this machine, not of the configuration: not for the file.
    EvaluationResult failure;
    failure.stage = Stage::Apply;
    failure.reason = Reason::Configuration;
    failure.message = reply.error().message;
    known_[configuration] = failure;
    return;
  }
  known_[configuration] = failureOf(reply->program);
  // A file that can't be written, or is full, only costs the next run the time.
  if (known == known_.end()) (void)store_.addConfiguration(reply->program, seconds);
  std::erase_if(loads_, [&](const auto& load) { return load.first == configuration; });
  if (reply->program.usable()) remember(configuration, loadOf(std::move(reply->program)));
}

void Configurations::keepInputs(const Configuration& configuration, const Inputs& inputs, const Result<ConfigureReply>& reply) {
  if (inputs.empty()) return;
  std::vector<ConfiguredInput>& recorded = inputs_[configuration];
  recorded.resize(fuzz_.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    ConfiguredInput& input = recorded[inputs[i]];
    if (reply && i < reply->fuzz.size()) {
      input = reply->fuzz[i];
      continue;
    }
    input.isRecorded = true;
    input.reason = Reason::Configuration;
    input.message = reply ? reply->program.message : reply.error().message;
    input.test.arguments = fuzz_[inputs[i]].arguments;
  }
}

void Configurations::remember(const Configuration& configuration, std::shared_ptr<const Bytes> load) {
  loads_.emplace_back(configuration, std::move(load));
  std::size_t bytes = 0;
  for (auto one = loads_.rbegin(); one != loads_.rend(); ++one) {
    bytes += one->second->size();
    if (bytes <= mostBytesHeld || one == loads_.rbegin()) continue;
    loads_.erase(loads_.begin(), one.base());
    break;
  }
}

Result<std::shared_ptr<const Bytes>> Configurations::program(const Configuration& configuration) {
  while (!isReady(configuration, {})) wait(pollInterval);
  const auto held = std::ranges::find(loads_, configuration, &std::pair<Configuration, std::shared_ptr<const Bytes>>::first);
  if (held != loads_.end()) {
    std::rotate(held, held + 1, loads_.end());
    return loads_.back().second;
  }
  if (const auto known = failure(configuration)) return fail("{}: {}", printConfiguration(configuration), known->message);
  GEVO_TRY_ASSIGN(std::optional<ConfiguredProgram> stored, store_.configuration(configuration));
  if (!stored) { // no longer kept
    known_.erase(configuration);
    build(configuration, {});
    while (pending_.contains(configuration)) wait(pollInterval);
    if (loads_.empty() || loads_.back().first != configuration)
      return fail("{}: it could not be built again", printConfiguration(configuration));
    return loads_.back().second;
  }
  remember(configuration, loadOf(std::move(*stored)));
  return loads_.back().second;
}

FindConfiguration configurationsOf(const std::filesystem::path& file, const std::string& workerProgram) {
  struct Opened {
    std::unique_ptr<Store> store;
    std::unique_ptr<Configurations> configurations; ///< uses the store
  };
  return [file, workerProgram,
          opened = std::make_shared<Opened>()](const Configuration& configuration) -> Result<std::shared_ptr<const Bytes>> {
    if (!opened->configurations) {
      Result<std::unique_ptr<Store>> store = Store::open(file, Store::Access::Annotate);
      if (!store) store = Store::open(file, Store::Access::Read); // what is built is not kept
      GEVO_TRY(store);
      GEVO_TRY_ASSIGN(const Project project, (*store)->project());
      opened->store = std::move(*store);
      opened->configurations = std::make_unique<Configurations>(*opened->store, project, Configurations::Options{workerProgram, 1});
    }
    return opened->configurations->program(configuration);
  };
}

} // namespace gevo
