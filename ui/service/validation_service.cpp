#include "ui/service/validation_service.h"

#include "core/inputs/recording_worker.h"
#include "core/validation/front_validation.h"
#include "ui/tasks/gui_thread.h"

namespace gevo::ui {

namespace {

Result<void> keepIn(const std::filesystem::path& file, const RunInfo& run, const ValidationResult& validation) {
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(file, Store::Access::Annotate));
  return keepValidation(*store, run.id, validation);
}

} // namespace

ValidationService::ValidationService(std::string workerProgram, QObject* parent)
    : QObject(parent), workerProgram_(std::move(workerProgram)), queue_([this](const Request& request, const std::stop_token& stop) {
        perform(request, stop);
        post(this, [this] {
          running_ = false;
          emit ended();
        });
      }) {}

ValidationService::~ValidationService() = default;

void ValidationService::validate(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant) {
  start({Kind::Variant, file, run, variant});
}

void ValidationService::validateFront(const std::filesystem::path& file, const RunInfo& run) { start({Kind::Front, file, run, -1}); }

void ValidationService::tryFreshInputs(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant) {
  start({Kind::FreshInputs, file, run, variant});
}

void ValidationService::start(Request request) {
  if (running_) return;
  running_ = true;
  kind_ = request.kind;
  run_ = request.run.id;
  variant_ = request.variant;
  queue_.push(std::move(request));
}

void ValidationService::perform(const Request& request, const std::stop_token& stop) {
  switch (request.kind) {
  case Kind::Variant:
    return performOne(request, stop);
  case Kind::Front:
    return performFront(request, stop);
  case Kind::FreshInputs:
    return performTries(request, stop);
  }
}

void ValidationService::cancel() { queue_.cancel(); }

JobOptions ValidationService::jobOptions(const std::stop_token& stop, std::function<QString()> before) {
  JobOptions settings;
  settings.workerProgram = workerProgram_;
  settings.cancel = stop;
  settings.recordingWorker = std::make_shared<RecordingWorker>();
  settings.progress = [this, stop, before = std::move(before)](const std::string& doing) {
    postUnless(stop, this, [this, text = before() + QString::fromStdString(doing)] { emit progressed(text); });
  };
  return settings;
}

void ValidationService::performFront(const Request& request, const std::stop_token& stop) {
  QString position;
  QString unsaved; ///< why
  const auto keep = [&](const ValidationResult& validation) -> Result<void> {
    const Result<void> kept = keepIn(request.file, request.run, validation);
    if (!kept && unsaved.isEmpty()) unsaved = QString::fromStdString(kept.error().message);
    return {}; // what is found is told all the same
  };
  const auto validateMembers = [&]() -> Result<FrontReport> {
    GEVO_TRY_ASSIGN(std::unique_ptr<Store> store, Store::open(request.file, Store::Access::Read));
    Validator validator(*store, request.run, jobOptions(stop, [&] { return position; }));
    FrontValidation how;
    how.keep = keep;
    how.progress = [&](std::size_t done, std::size_t of) { position = tr("%1 of %2: ").arg(done + 1).arg(of); };
    return gevo::validateFront(*store, request.run, validator, how);
  };
  const Result<FrontReport> report = validateMembers();
  const std::optional<Error> problem = report ? report->problem : std::optional(report.error());
  if (problem) {
    postUnless(stop, this, [this, message = QString::fromStdString(problem->message)] { emit failed(message); });
    return;
  }
  postUnless(stop, this, [this, members = qsizetype(report->members.size()), passed = qsizetype(report->passed()), unsaved] {
    emit frontValidated(members, passed);
    if (!unsaved.isEmpty()) emit failed(tr("cannot save the validations in the file: %1").arg(unsaved));
  });
}

void ValidationService::performTries(const Request& request, const std::stop_token& stop) {
  std::optional<ValidationResult> failure;
  const auto tryInputs = [&]() -> Result<FuzzReport> {
    GEVO_TRY_ASSIGN(std::unique_ptr<Store> store, Store::open(request.file, Store::Access::Read));
    GEVO_TRY_ASSIGN(const Individual individual, store->individual(request.run.id, request.variant));
    QString position;
    const JobOptions job = jobOptions(stop, [&] { return position; });
    Validator validator(*store, request.run, job);
    FuzzSettings settings;
    settings.inputs = freshInputs;
    settings.progress = [&](std::size_t done, std::size_t of) { position = tr("%1 of %2: ").arg(done).arg(of); };
    settings.keep = [&](const ValidationResult& found) -> Result<void> {
      failure = found;
      return {};
    };
    return fuzzVariant(*store, request.run, individual, validator, job, settings);
  };
  const Result<FuzzReport> report = tryInputs();
  if (failure) {
    const Result<void> kept = keepIn(request.file, request.run, *failure);
    if (!kept)
      postUnless(stop, this, [this, message = QString::fromStdString(kept.error().message)] {
        emit failed(tr("cannot save the validation in the file: %1").arg(message));
      });
  }
  postUnless(stop, this, [this, variant = request.variant, report] {
    if (report) return emit tried(variant, std::make_shared<const FuzzReport>(*report));
    emit failed(QString::fromStdString(report.error().message));
  });
}

void ValidationService::performOne(const Request& request, const std::stop_token& stop) {
  const auto& [kind, file, run, variant] = request;
  const auto runValidation = [&]() -> Result<ValidationResult> {
    GEVO_TRY_ASSIGN(std::unique_ptr<Store> store, Store::open(file, Store::Access::Read));
    GEVO_TRY_ASSIGN(const Individual individual, store->individual(run.id, variant));
    return Validator(*store, run, jobOptions(stop, [] { return QString(); })).validate(individual, HeldOutChoice::Known);
  };
  const Result<ValidationResult> validation = runValidation();
  if (stop.stop_requested()) return;
  const auto reportFailure = [&](const QString& message) { postUnless(stop, this, [this, message] { emit failed(message); }); };
  if (!validation) return reportFailure(QString::fromStdString(validation.error().message));
  if (validation->reply.tests.empty())
    reportFailure(QString::fromStdString(validation->row.message));
  else
    postUnless(stop, this, [this, variant = variant, reply = std::make_shared<const ValidationReport>(validation->reply)] {
      emit validated(variant, reply);
    });
  // Whatever is shown by now, these inputs are used.
  const Result<void> kept = keepIn(file, run, *validation);
  if (!kept) reportFailure(tr("cannot save the validation in the file: %1").arg(QString::fromStdString(kept.error().message)));
}

} // namespace gevo::ui
