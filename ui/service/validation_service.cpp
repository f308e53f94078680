#include "ui/service/validation_service.h"

#include "core/validation/front_validation.h"
#include "ui/tasks/gui_thread.h"

namespace gevo::ui {

ValidationService::ValidationService(std::string workerProgram, QObject* parent)
    : QObject(parent), workerProgram_(std::move(workerProgram)), queue_([this](const Request& request, const std::stop_token& stop) {
        request.variant < 0 ? performFront(request, stop) : performOne(request, stop);
        post(this, [this] {
          running_ = false;
          emit ended();
        });
      }) {}

ValidationService::~ValidationService() = default;

void ValidationService::validate(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant) { start(file, run, variant); }
void ValidationService::validateFront(const std::filesystem::path& file, const RunInfo& run) { start(file, run, -1); }

void ValidationService::start(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant) {
  if (running_) return;
  running_ = true;
  run_ = run.id;
  variant_ = variant;
  queue_.push({file, run, variant});
}

void ValidationService::cancel() { queue_.cancel(); }

JobOptions ValidationService::jobOptions(const std::stop_token& stop, std::function<QString()> before) {
  JobOptions settings;
  settings.workerProgram = workerProgram_;
  settings.cancel = stop;
  settings.progress = [this, stop, before = std::move(before)](const std::string& doing) {
    postUnless(stop, this, [this, text = before() + QString::fromStdString(doing)] { emit progressed(text); });
  };
  return settings;
}

void ValidationService::performFront(const Request& request, const std::stop_token& stop) {
  QString position;
  QString unsaved; ///< why
  const auto keep = [&](const ValidationResult& validation) -> Result<void> {
    Result<std::unique_ptr<Store>> store = Store::open(request.file, Store::Access::Annotate);
    const Result<void> kept = store ? keepValidation(**store, request.run.id, validation) : std::unexpected(store.error());
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

void ValidationService::performOne(const Request& request, const std::stop_token& stop) {
  const auto& [file, run, variant] = request;
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
  Result<std::unique_ptr<Store>> store = Store::open(file, Store::Access::Annotate);
  const Result<void> kept = store ? keepValidation(**store, run.id, *validation) : std::unexpected(store.error());
  if (!kept) reportFailure(tr("cannot save the validation in the file: %1").arg(QString::fromStdString(kept.error().message)));
}

} // namespace gevo::ui
