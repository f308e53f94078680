#include "ui/run/inspector.h"

#include "core/devices/evaluation_pool.h"
#include "core/protocol/inspect.h"
#include "core/protocol/load.h"
#include "core/values/device_name.h"
#include "core/workers/evaluation_reply.h"
#include "ui/run/report_pdf.h"

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr std::size_t mostKnown = 256;
constexpr std::chrono::seconds longestJob{120}; ///< held-out tests are larger than those of a run

/// Why edits can't be tried here: a run that a GPU measured can be looked at without one.
Error cannotTry(const EvaluationSettings& settings, Error error) {
  if (isGpu(settings.device))
    error.message = fmt::format("what single edits are worth takes a GPU like that of the run to find out; {}", error.message);
  return error;
}

} // namespace

Inspector::Inspector(std::string workerProgram, QObject* parent) : QObject(parent), workerProgram_(std::move(workerProgram)) {
  thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

Inspector::~Inspector() = default;

void Inspector::open(const std::filesystem::path& path) {
  drop({Job::Kind::LoadProject, Job::Kind::Inspect, Job::Kind::Evaluate});
  source_.file = path;
  ++source_.opening;
  source_.run = 0;
  ++source_.epoch;
  push({.kind = Job::Kind::LoadProject, .source = source_});
}

void Inspector::setRun(std::int64_t run, const EvaluationSettings& settings) {
  if (run == source_.run) return;
  drop({Job::Kind::Inspect, Job::Kind::Evaluate});
  source_.run = run;
  source_.settings = settings;
  ++source_.epoch;
}

void Inspector::inspect(std::int64_t variant) {
  {
    const std::lock_guard lock(mutex_);
    // At most the two sides of the present comparison wait.
    std::size_t waiting = 0;
    for (const Job& job : jobs_) waiting += job.kind == Job::Kind::Inspect ? 1 : 0;
    if (waiting >= 2) {
      const auto oldest = std::find_if(jobs_.begin(), jobs_.end(), [](const Job& job) { return job.kind == Job::Kind::Inspect; });
      jobs_.erase(oldest);
    }
  }
  push({.kind = Job::Kind::Inspect, .source = source_, .variant = variant});
}

void Inspector::setPlainIr(bool plain) {
  if (plain == source_.plainIr) return;
  drop({Job::Kind::Inspect});
  source_.plainIr = plain;
  ++source_.texts;
}

void Inspector::exportTo(const Source& source, std::int64_t variant, ExportKind kind, const QString& path,
                         const std::string& architecture) {
  push({.kind = Job::Kind::Export, .source = source, .variant = variant, .artifact = kind, .path = path, .architecture = architecture});
}

void Inspector::evaluate(quint64 ticket, const EditList& edits) {
  push({.kind = Job::Kind::Evaluate, .source = source_, .ticket = ticket, .edits = edits});
}

void Inspector::dropEvaluations() { drop({Job::Kind::Evaluate}); }

void Inspector::drop(std::initializer_list<Job::Kind> kinds) {
  const std::lock_guard lock(mutex_);
  std::erase_if(jobs_, [&](const Job& job) { return std::ranges::find(kinds, job.kind) != kinds.end(); });
}

void Inspector::push(Job job) {
  if (job.source.file.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    // Somebody looks at a text and waits for it; evaluations fill in figures.
    const auto firstEvaluation = std::ranges::find(jobs_, Job::Kind::Evaluate, &Job::kind);
    jobs_.insert(job.kind == Job::Kind::Evaluate ? jobs_.end() : firstEvaluation, std::move(job));
  }
  wake_.notify_one();
}

bool Inspector::wanted(const Job& job) const {
  switch (job.kind) {
  case Job::Kind::LoadProject:
    return job.source.opening == source_.opening;
  case Job::Kind::Inspect:
    return job.source.epoch == source_.epoch && job.source.texts == source_.texts;
  case Job::Kind::Evaluate:
    return job.source.epoch == source_.epoch;
  case Job::Kind::Export:
    return true;
  }
  return true;
}

void Inspector::work(const std::stop_token& stop) {
  stop_ = stop;
  while (!stop.stop_requested()) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [&] { return !jobs_.empty(); })) break;
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    perform(job);
  }
  shows_ = {};
  judges_ = {};
}

void Inspector::perform(const Job& job) {
  const auto perform = [&]() -> Result<void> {
    if (Result<void> ready = ensureProject(job.source); !ready) return ready;
    switch (job.kind) {
    case Job::Kind::LoadProject:
      return loadProject(job);
    case Job::Kind::Inspect:
      return inspectVariant(job);
    case Job::Kind::Export:
      return save(job);
    case Job::Kind::Evaluate:
      return evaluateEdits(job);
    }
    return {};
  };
  const Result<void> done = perform();
  if (done) return;
  const QString message = QString::fromStdString(done.error().message);
  answer(job, [this, message, ticket = job.ticket, evaluation = job.kind == Job::Kind::Evaluate] {
    if (evaluation)
      emit notEvaluated(ticket, message);
    else
      emit failed(message);
  });
}

/// On the thread that asked; by then another file or run may be open.
void Inspector::answer(const Job& job, std::function<void()> tell) {
  if (stop_.stop_requested()) return;
  QMetaObject::invokeMethod(this, [this, job, tell = std::move(tell)] {
    if (wanted(job)) tell();
  });
}

Result<void> Inspector::loadProject(const Job& job) {
  answer(job, [this, project = project_, hasRuns = hasRuns_] { emit projectLoaded(project, hasRuns); });
  return {};
}

Result<void> Inspector::inspectVariant(const Job& job) {
  const auto result = details(job.source, job.variant);
  if (!result) return std::unexpected(result.error());
  answer(job, [this, variant = job.variant, details = *result] { emit inspected(variant, details); });
  return {};
}

Result<void> Inspector::evaluateEdits(const Job& job) {
  const EvaluateRequest request{.edits = job.edits};
  const Result<JobResult> ended = await(job.source, RequestKind::Evaluate, wire::encode(request));
  if (!ended) return std::unexpected(ended.error());
  if (ended->failure == JobFailure::NoWorker) // says nothing of the edits
    return std::unexpected(cannotTry(job.source.settings, {ended->message, ended->details}));
  const Result<WorkerPool*> worker = workerFor(job.source, RequestKind::Evaluate);
  const Result<OriginalReport> loaded = worker ? (*worker)->loaded() : std::unexpected(worker.error());
  if (!loaded) return std::unexpected(loaded.error());
  EvaluationResult original = loaded->original;
  if (Result<Individual> stored = read(job.source, 0)) {
    // What a device measured is scaled by the run's original, whatever that takes now.
    if (const Result<void> same = checkTiming(*loaded, stored->result.fitness, job.source.run); loaded->deterministic && !same)
      return std::unexpected(same.error());
    original = std::move(stored->result);
  }
  EvaluateReply reply = evaluationFrom(request, *ended, original.fitness);
  if (reply.result.reason == Reason::NoOp) reply.result = std::move(original);
  const auto evaluation = std::make_shared<const Evaluation>(Evaluation{std::move(reply.result), std::move(reply.active)});
  answer(job, [this, ticket = job.ticket, evaluation] { emit evaluated(ticket, evaluation); });
  return {};
}

Result<void> Inspector::ensureProject(const Source& source) {
  if (project_ && projectOpening_ == source.opening) return {};
  project_.reset();
  shows_ = {};
  judges_ = {};
  Result<std::unique_ptr<Store>> store = Store::open(source.file, Store::Access::Read);
  if (!store) return std::unexpected(store.error());
  Result<Project> project = (*store)->project();
  if (!project) return std::unexpected(project.error());
  project_ = std::make_shared<const Project>(std::move(*project));
  projectOpening_ = source.opening;
  const Result<std::vector<RunInfo>> runs = (*store)->runs();
  hasRuns_ = runs && !runs->empty();
  return {};
}

Result<std::unique_ptr<WorkerPool>> Inspector::startWorker(const Source& source, bool judges) {
  WorkerPoolSettings settings;
  settings.program = workerProgram_;
  settings.workers = 1;
  settings.jobTimeout = longestJob;
  LoadRequest load{withoutHeldOutTests(*project_), source.settings, judges};
  if (judges && project_->build.hostRun.on) {
    Result<std::unique_ptr<Store>> store = Store::open(source.file, Store::Access::Read);
    if (!store) return std::unexpected(store.error());
    Result<std::string> folder = hostRunFolder(**store, *project_);
    if (!folder) return std::unexpected(folder.error());
    load.folder = std::move(*folder);
  }
  if (judges)
    if (const Result<void> fitted = fitEvaluation(settings, *project_, source.settings); !fitted) return std::unexpected(fitted.error());
  return WorkerPool::start(settings, wire::encode(load));
}

Result<WorkerPool*> Inspector::workerFor(const Source& source, RequestKind kind) {
  // To show a variant takes neither its program nor the GPU that measured it.
  const bool needsMore = project_->build.hostRun.on || isGpu(source.settings.device);
  const bool judges = kind == RequestKind::Evaluate || !needsMore;
  Worker& worker = needsMore && judges ? judges_ : shows_;
  if (worker.pool && worker.epoch == source.epoch) return worker.pool.get();
  worker = {};
  Result<std::unique_ptr<WorkerPool>> started = startWorker(source, judges);
  if (!started) return std::unexpected(judges ? cannotTry(source.settings, started.error()) : started.error());
  worker = {std::move(*started), source.epoch};
  return worker.pool.get();
}

Result<Individual> Inspector::read(const Source& source, std::int64_t variant) {
  Result<std::unique_ptr<Store>> store = Store::open(source.file, Store::Access::Read);
  if (!store) return std::unexpected(store.error());
  return (*store)->individual(source.run, variant);
}

/// Empty where the file can't tell.
Lineage Inspector::lineage(const Source& source, std::int64_t variant) {
  const Result<std::unique_ptr<Store>> store = Store::open(source.file, Store::Access::Read);
  const Result<Lineage> lineage = store ? (*store)->lineage(source.run, variant) : std::unexpected(store.error());
  return lineage.value_or(Lineage());
}

Result<JobResult> Inspector::await(const Source& source, RequestKind kind, Bytes request) {
  const Result<WorkerPool*> worker = workerFor(source, kind);
  if (!worker) return std::unexpected(worker.error());
  std::optional<JobResult> result;
  (*worker)->submit(kind, std::move(request), [&](JobResult ended) { result = std::move(ended); });
  while (!result && !stop_.stop_requested()) (*worker)->wait(std::chrono::milliseconds(50));
  if (result) return std::move(*result);
  shows_ = {}; // its unfinished job refers to this frame
  judges_ = {};
  return fail("the explorer is closing");
}

template <class Request> Result<typename RequestTraits<Request>::Reply> Inspector::ask(const Source& source, const Request& request) {
  const Result<JobResult> result = await(source, RequestTraits<Request>::kind, wire::encode(request));
  if (!result) return std::unexpected(result.error());
  if (result->failure != JobFailure::None) return std::unexpected(Error{result->message, result->details});
  return wire::decode<typename RequestTraits<Request>::Reply>(result->reply, "worker's reply");
}

Result<std::shared_ptr<const VariantDetails>> Inspector::details(const Source& source, std::int64_t variant) {
  if (knownEpoch_ != source.epoch || knownTexts_ != source.texts || known_.size() >= mostKnown) known_.clear();
  knownEpoch_ = source.epoch;
  knownTexts_ = source.texts;
  if (const auto place = known_.find(variant); place != known_.end()) return place->second;

  auto result = std::make_shared<VariantDetails>();
  if (variant != 0) {
    Result<Individual> individual = read(source, variant);
    if (!individual) return std::unexpected(individual.error());
    result->individual = std::move(*individual);
    result->lineage = lineage(source, variant);
  } else if (const Result<Individual> original = read(source, 0)) {
    result->individual.result.metrics = original->result.metrics; // a file without a run has none
  }
  Result<VariantTexts> reply = ask(source, InspectRequest{result->individual.edits, source.plainIr});
  if (reply)
    result->texts = std::move(*reply);
  else
    result->problem = QString::fromStdString(reply.error().message);
  if (reply) known_[variant] = result;
  return result;
}

Result<report::Subject> Inspector::subject(const Source& source, std::int64_t variant) {
  Result<std::unique_ptr<Store>> store = Store::open(source.file, Store::Access::Read);
  if (!store) return std::unexpected(store.error());
  Result<std::vector<RunInfo>> runs = (*store)->runs();
  if (!runs) return std::unexpected(runs.error());
  const auto run = std::ranges::find(*runs, source.run, &RunInfo::id);
  if (run == runs->end()) return fail("{} has no run {}; open it again", source.file.string(), source.run);
  return report::readSubject(**store, project_, std::move(*run), variant);
}

Result<void> Inspector::save(const Job& job) {
  const Source& source = job.source;
  Result<report::Subject> chosen = subject(source, job.variant);
  if (!chosen) return std::unexpected(chosen.error());
  const auto askWorker = [&](RequestKind kind, Bytes request) -> Result<Bytes> {
    Result<JobResult> result = await(source, kind, std::move(request));
    if (!result) return std::unexpected(result.error());
    if (result->failure != JobFailure::None) return std::unexpected(Error{result->message, result->details});
    return std::move(result->reply);
  };
  report::Exporter exporter(std::move(*chosen), askWorker, {job.architecture, workerProgram_});
  const Result<report::Exported> made = exporter.make(job.artifact);
  if (!made) return std::unexpected(made.error());
  if (stop_.stop_requested()) return fail("the explorer is closing");
  const bool paper = job.artifact == ExportKind::PaperReport;
  const QByteArray pdf = paper ? reportPdf(QString::fromStdString(made->contents)) : QByteArray();
  const std::string_view contents = paper ? std::string_view(pdf.constData(), static_cast<std::size_t>(pdf.size())) : made->contents;
  if (const Result<void> written = report::writeExport(job.path.toStdString(), contents, source.file); !written) return written;
  answer(job, [this, variant = job.variant, path = job.path] { emit exported(variant, path); });
  return {};
}

} // namespace gevo::ui
