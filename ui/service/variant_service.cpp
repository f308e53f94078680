#include "ui/service/variant_service.h"

#include "core/patch/stored_patch.h"
#include "core/store/unfinished_id.h"
#include "ui/service/report_pdf.h"
#include "ui/tasks/gui_thread.h"

#include <algorithm>

namespace gevo::ui {

VariantService::VariantService(std::string workerProgram, QObject* parent)
    : QObject(parent), workerProgram_(std::move(workerProgram)), inspector_(workerProgram_, closing_.get_token()),
      queue_([this](const Job& job, const std::stop_token&) { perform(job); }) {}

VariantService::~VariantService() { closing_.request_stop(); }

void VariantService::open(const std::filesystem::path& path, std::shared_ptr<const Project> project) {
  drop({Job::Kind::Inspect, Job::Kind::InspectEdits, Job::Kind::Evaluate, Job::Kind::Measure});
  source_.file = path;
  source_.project = std::move(project);
  source_.run = 0;
  source_.settings = {};
  source_.settings.device = source_.project->build.device;
  ++source_.epoch;
}

void VariantService::setRun(std::int64_t run, const EvaluationSettings& settings) {
  if (run == source_.run) return;
  drop({Job::Kind::Inspect, Job::Kind::InspectEdits, Job::Kind::Evaluate, Job::Kind::Measure});
  source_.run = run;
  source_.settings = settings;
  ++source_.epoch;
}

void VariantService::inspect(std::int64_t variant) {
  // At most the two sides of the current comparison are queued.
  queue_.drop([](const Job& job) { return job.kind == Job::Kind::Inspect; }, 1);
  push({.kind = Job::Kind::Inspect, .source = source_, .variant = variant});
}

void VariantService::inspectEdits(quint64 ticket, const EditList& edits) {
  drop({Job::Kind::InspectEdits});
  push({.kind = Job::Kind::InspectEdits, .source = source_, .ticket = ticket, .edits = edits});
}

void VariantService::setPlainIr(bool plain) {
  if (plain == source_.plainIr) return;
  drop({Job::Kind::Inspect, Job::Kind::InspectEdits});
  source_.plainIr = plain;
  ++source_.texts;
}

void VariantService::readAgain() {
  drop({Job::Kind::Inspect, Job::Kind::InspectEdits});
  ++source_.texts;
}

void VariantService::exportTo(const Source& source, std::int64_t variant, ExportKind kind, const QString& path,
                              const std::string& architecture) {
  push({.kind = Job::Kind::Export, .source = source, .variant = variant, .artifact = kind, .path = path, .architecture = architecture});
}

void VariantService::exportText(const Source& source, std::int64_t variant, ExportKind kind, const std::string& architecture) {
  exportTo(source, variant, kind, {}, architecture);
}

void VariantService::evaluate(quint64 ticket, const EditList& edits) {
  push({.kind = Job::Kind::Evaluate, .source = source_, .ticket = ticket, .edits = edits});
}

void VariantService::measureOriginal() {
  if (!source_.project->build.hostRun.on && isSimulated(source_.settings)) push({.kind = Job::Kind::Measure, .source = source_});
}

void VariantService::dropEvaluations() { drop({Job::Kind::Evaluate}); }

void VariantService::drop(std::initializer_list<Job::Kind> kinds) {
  queue_.drop([&](const Job& job) { return std::ranges::find(kinds, job.kind) != kinds.end(); });
}

void VariantService::push(Job job) {
  if (job.source.file.empty()) return;
  // The user waits for texts; evaluations only fill in figures.
  const auto waits = [](const Job& one) { return one.kind == Job::Kind::Evaluate || one.kind == Job::Kind::Measure; };
  const bool own = waits(job);
  queue_.pushBefore(std::move(job), [own, waits](const Job& other) { return !own && waits(other); });
}

bool VariantService::wanted(const Job& job) const {
  switch (job.kind) {
  case Job::Kind::Inspect:
  case Job::Kind::InspectEdits:
    return job.source.epoch == source_.epoch && job.source.texts == source_.texts;
  case Job::Kind::Evaluate:
  case Job::Kind::Measure:
    return job.source.epoch == source_.epoch;
  case Job::Kind::Export:
    return true;
  }
  return true;
}

void VariantService::perform(const Job& job) {
  const auto perform = [&]() -> Result<void> {
    switch (job.kind) {
    case Job::Kind::Inspect:
      return inspectVariant(job);
    case Job::Kind::InspectEdits:
      return inspectList(job);
    case Job::Kind::Export:
      return save(job);
    case Job::Kind::Evaluate:
      return evaluateEdits(job);
    case Job::Kind::Measure:
      return measure(job);
    }
    return {};
  };
  const Result<void> done = perform();
  if (done) return;
  if (job.kind == Job::Kind::Measure) return; // nobody asked for it
  // Its generation has ended meanwhile: it has another id, which is asked for next.
  if (job.kind == Job::Kind::Inspect && isUnfinished(job.variant)) return;
  const QString message = QString::fromStdString(done.error().message);
  reply(job, [this, message, ticket = job.ticket, evaluation = job.kind == Job::Kind::Evaluate] {
    if (evaluation)
      emit notEvaluated(ticket, message);
    else
      emit failed(message);
  });
}

/// On the requesting thread, where another file or run may be open by then.
void VariantService::reply(const Job& job, std::function<void()> notify) {
  if (closing_.stop_requested()) return;
  post(this, [this, job, notify = std::move(notify)] {
    if (wanted(job)) notify();
  });
}

Result<void> VariantService::inspectVariant(const Job& job) {
  const auto details = inspector_.details(job.source, job.variant);
  GEVO_TRY(details);
  reply(job, [this, variant = job.variant, details = *details] { emit inspected(variant, details); });
  return {};
}

Result<void> VariantService::inspectList(const Job& job) {
  const auto details = inspector_.details(job.source, job.edits);
  GEVO_TRY(details);
  reply(job, [this, ticket = job.ticket, details = *details] { emit editsInspected(ticket, details); });
  return {};
}

Result<void> VariantService::evaluateEdits(const Job& job) {
  GEVO_TRY_ASSIGN(Evaluation evaluation, inspector_.evaluate(job.source, job.edits));
  const auto shared = std::make_shared<const Evaluation>(std::move(evaluation));
  reply(job, [this, ticket = job.ticket, shared] { emit evaluated(ticket, shared); });
  return {};
}

Result<void> VariantService::measure(const Job& job) {
  GEVO_TRY_ASSIGN(const Evaluation evaluation, inspector_.evaluate(job.source, {}));
  if (evaluation.result.valid()) reply(job, [this, runtime = evaluation.result.fitness.runtime] { emit originalMeasured(runtime); });
  return {};
}

Result<report::Subject> VariantService::subject(const Source& source, std::int64_t variant) {
  GEVO_TRY_ASSIGN(std::unique_ptr<Store> store, Store::open(source.file, Store::Access::Read));
  GEVO_TRY_ASSIGN(std::vector<RunInfo> runs, store->runs());
  const auto run = std::ranges::find(runs, source.run, &RunInfo::id);
  if (run == runs.end()) return fail("{} has no run {}; open it again", source.file.string(), source.run);
  return report::readSubject(*store, source.project, std::move(*run), variant);
}

Result<void> VariantService::save(const Job& job) {
  const Source& source = job.source;
  GEVO_TRY_ASSIGN(report::Subject chosen, subject(source, job.variant));
  if (job.artifact == ExportKind::Patch && !chosen.patch && chosen.variant.result.valid() && !chosen.isOriginal()) {
    GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(source.file, Store::Access::Read));
    JobOptions options;
    options.workerProgram = workerProgram_;
    options.cancel = closing_.get_token();
    Result<SourcePatch> patch = storedPatch(*store, chosen.run, chosen.variant, options);
    // What can't be tried here, without a compiler say, is an illustration that says so.
    chosen.patch = patch ? *std::move(patch) : SourcePatch{PatchState::Illustration, patch.error().message};
  }
  const auto worker = inspector_.worker(source);
  report::Exporter exporter(std::move(chosen), *worker, {job.architecture, workerProgram_});
  GEVO_TRY_ASSIGN(const report::Exported made, exporter.make(job.artifact));
  if (closing_.stop_requested()) return fail("the explorer is closing");
  const bool paper = job.artifact == ExportKind::PaperReport;
  const QString text = paper || job.artifact == ExportKind::Cubin ? QString() : QString::fromStdString(made.contents);
  if (job.path.isEmpty()) {
    reply(job, [this, variant = job.variant, kind = job.artifact, text] { emit textMade(variant, kind, text); });
    return {};
  }
  const QByteArray pdf = paper ? reportPdf(QString::fromStdString(made.contents)) : QByteArray();
  const std::string_view contents = paper ? std::string_view(pdf.constData(), static_cast<std::size_t>(pdf.size())) : made.contents;
  GEVO_TRY(report::writeExport(job.path.toStdString(), contents, source.file));
  reply(job, [this, variant = job.variant, path = job.path, text] { emit exported(variant, path, text); });
  return {};
}

} // namespace gevo::ui
