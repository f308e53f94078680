#include "core/patch/patch_judge.h"

#include "core/configurations/configurations.h"
#include "core/devices/evaluation_pool.h"
#include "core/devices/program_trust.h"
#include "core/parameters/configure_sources.h"
#include "core/patch/line_numbers.h"
#include "core/protocol/load.h"
#include "core/values/device_name.h"

#include <algorithm>
#include <thread>

namespace gevo {

namespace {

constexpr std::chrono::milliseconds pollInterval{20};

unsigned parallelJobs() { return std::clamp(std::thread::hardware_concurrency(), 1U, 8U); }

Hash128 keyOf(const PatchJudge::Texts& changed) {
  std::string all;
  for (const SourceFile& file : changed) all += file.name + '\0' + file.text + '\0';
  return hashText(all);
}

} // namespace

Result<PatchJudge> PatchJudge::start(const Store& store, const RunInfo& run, const Configuration& configuration,
                                     const JobOptions& settings) {
  PatchJudge judge(settings);
  GEVO_TRY_ASSIGN(const bool isTrusted, store.trusted());
  if (!isTrusted)
    return fail("{} was made elsewhere, and a patch is made by compiling its sources with its own flags; allow it with gevo check --trust "
                "in the folder of the sources",
                store.path().string());
  GEVO_TRY_ASSIGN(const Project project, store.project());
  if (!configuration.empty() && isGpu(run.settings.evaluation.device)) judge.own_ = heldOutTests(project);
  judge.project_ = std::make_unique<Project>(withoutHeldOutTests(project));
  GEVO_TRY_ASSIGN(const std::string runFolder, hostRunFolder(store, *judge.project_));
  const LoadRequest load{*judge.project_, run.settings.evaluation, true, Targeting::Uniform, runFolder}; // the project as it is
  GEVO_TRY(configure(*judge.project_, configuration));
  judge.configuration_ = configuration;
  GEVO_TRY_ASSIGN(const std::filesystem::path folder, store.programFolder());
  judge.folder_ = folder.string();

  WorkerPoolSettings compilers;
  compilers.program = settings.workerProgram;
  compilers.arguments = {"build"};
  compilers.workers = parallelJobs();
  compilers.jobLimit = std::chrono::minutes(5);
  compilers.memoryBytes = 0;
  compilers.limitsProcessorTime = false;
  compilers.terminationGrace = std::chrono::seconds(2);
  compilers.yields = true;
  GEVO_TRY_ASSIGN(judge.compilers_, WorkerPool::start(compilers, {}));

  WorkerPoolSettings judges;
  judges.program = settings.workerProgram;
  judges.workers = isGpu(run.settings.evaluation.device) ? 1 : parallelJobs();
  judges.jobLimit = std::chrono::minutes(5);
  judges.yields = true;
  judges.configurations = configurationsOf(store.path(), settings.workerProgram);
  GEVO_TRY(fitEvaluation(judges, project, run.settings.evaluation)); // held-out tests come with requests
  GEVO_TRY_ASSIGN(judge.judges_, WorkerPool::start(judges, wire::encode(load)));
  return judge;
}

bool PatchJudge::isCancelled() const {
  if (settings_.progress) settings_.progress(doing_);
  return settings_.cancel.stop_requested();
}

void PatchJudge::doing(std::string what) {
  doing_ = std::move(what);
  if (compiled_ > 0) doing_ += fmt::format(", {} candidates compiled", compiled_);
}

template <class Request> Result<typename RequestTraits<Request>::Reply> PatchJudge::ask(WorkerPool& pool, const Request& request) {
  std::optional<JobResult> result;
  pool.submit(RequestTraits<Request>::kind, wire::encode(request), [&](JobResult ended) { result = std::move(ended); });
  while (!result && !isCancelled()) pool.wait(std::chrono::milliseconds(100));
  if (!result) {
    pool.abandon(); // `done` refers to this frame
    return fail("making the patch was cancelled");
  }
  if (result->failure != JobFailure::None) return std::unexpected(Error{result->message, result->details});
  return wire::decode<typename RequestTraits<Request>::Reply>(result->reply, "worker's reply");
}

Sources PatchJudge::sourcesWith(const Texts& changed, Lines lines) const {
  Sources sources{project_->build, folder_, project_->sources};
  for (const SourceFile& file : changed) {
    SourceFile& source = *std::ranges::find(sources.files, file.name, &SourceFile::name);
    source.text = lines == Lines::OfTheOriginal ? withOriginalLines(source.text, file.text) : file.text;
  }
  return sources;
}

Result<Bytes> PatchJudge::compile(const Texts& changed, Lines lines) {
  GEVO_TRY_ASSIGN(CompiledSources code, ask(*compilers_, CompileSourcesRequest{sourcesWith(changed, lines)}));
  return std::move(code.base);
}

Result<FoundRewrites> PatchJudge::rewrites(const EditList& edits) {
  GEVO_TRY_ASSIGN(SourceSyntax syntax, ask(*compilers_, ReadSyntaxRequest{sourcesWith({}, Lines::AsTheyAre)}));
  return ask(*judges_, FindRewritesRequest{inConfiguration(edits), std::move(syntax)});
}

Result<Judged> PatchJudge::judgeOnce(const JudgeRequest& request) {
  const Hash128 key = hashBytes(wire::encode(request));
  if (const auto known = knownEdits_.find(key); known != knownEdits_.end()) return known->second;
  GEVO_TRY_ASSIGN(Judged judged, ask(*judges_, request));
  return knownEdits_.emplace(key, std::move(judged)).first->second;
}

Result<Judged> PatchJudge::edits(const EditList& edits) { return judgeOnce({inConfiguration(edits), {}, {}, false, {}, {}}); }

Result<Judged> PatchJudge::validate(const Texts& changed, const std::vector<TestCase>& heldOut) {
  GEVO_TRY_ASSIGN(const Bytes plain, compile(changed, Lines::AsTheyAre));
  if (const auto aligned = compile(changed, Lines::OfTheOriginal)) {
    GEVO_TRY_ASSIGN(Judged judged, ask(*judges_, JudgeRequest{inConfiguration({}), *aligned, {}, true, heldOut, own_}));
    GEVO_TRY_ASSIGN(const Judged code, ask(*judges_, JudgeRequest{inConfiguration({}), plain, judged.code, false, {}, {}}));
    if (code.code == judged.code) return judged;
  }
  // Its code knows its lines (__LINE__).
  return ask(*judges_, JudgeRequest{inConfiguration({}), plain, {}, true, heldOut, own_});
}

Result<Judged> PatchJudge::validate(const EditList& edits, const std::vector<TestCase>& heldOut) {
  return judgeOnce({inConfiguration(edits), {}, {}, true, heldOut, own_});
}

Result<std::vector<std::optional<Judged>>> PatchJudge::texts(const std::vector<Texts>& candidates, const std::optional<Hash128>& expected,
                                                             const IsEnough& isEnough) {
  std::vector<std::optional<Judged>> judged(candidates.size());
  bool enough = false;
  const auto take = [&](std::size_t i, std::optional<Judged> result) {
    judged[i] = std::move(result);
    enough = enough || (judged[i] && isEnough && isEnough(*judged[i]));
  };
  std::size_t next = 0;
  std::size_t open = 0;
  const auto submit = [&](std::size_t i) {
    const Hash128 key = keyOf(candidates[i]);
    if (const auto known = known_.find(key); known != known_.end()) return take(i, known->second);
    ++open;
    ++compiled_;
    const Bytes request = wire::encode(CompileSourcesRequest{sourcesWith(candidates[i], Lines::OfTheOriginal)});
    compilers_->submit(RequestKind::CompileSources, request, [&, i, key](JobResult result) {
      auto code = result.failure == JobFailure::None ? wire::decode<CompiledSources>(result.reply, "worker's reply")
                                                     : Result<CompiledSources>(fail("it does not compile"));
      if (!code) {
        --open;
        known_[key] = std::nullopt;
        return;
      }
      judges_->submit(RequestKind::Judge, wire::encode(JudgeRequest{inConfiguration({}), std::move(code->base), expected, false, {}, {}}),
                      [&, i, key](JobResult tested) {
                        --open;
                        std::optional<Judged> given;
                        if (tested.failure == JobFailure::None)
                          if (auto reply = wire::decode<Judged>(tested.reply, "worker's reply")) given = std::move(*reply);
                        // Without tests it is not known what they would say.
                        if (!given || given->code != expected) known_[key] = given;
                        take(i, std::move(given));
                      });
    });
  };
  while (open > 0 || (next < candidates.size() && !enough)) {
    while (next < candidates.size() && !enough && open < 2 * parallelJobs()) submit(next++);
    if (isCancelled()) {
      compilers_->abandon(); // their callbacks refer to this frame
      judges_->abandon();
      return fail("making the patch was cancelled");
    }
    compilers_->wait(pollInterval);
    if (judges_->pending() > 0) judges_->wait(pollInterval);
  }
  return judged;
}

} // namespace gevo
