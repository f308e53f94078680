#include "ui/service/validation_service.h"

#include "ui/tasks/gui_thread.h"

namespace gevo::ui {

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
  if (running_) return;
  running_ = true;
  run_ = run.id;
  variant_ = variant;
  queue_.push({file, run, variant});
}

void ValidationService::cancel() { queue_.cancel(); }

void ValidationService::perform(const Request& request, const std::stop_token& stop) {
  const auto& [file, run, variant] = request;
  const auto runValidation = [&]() -> Result<ValidationResult> {
    GEVO_TRY_ASSIGN(std::unique_ptr<Store> store, Store::open(file, Store::Access::Read));
    GEVO_TRY_ASSIGN(const Individual individual, store->individual(run.id, variant));
    JobOptions settings;
    settings.workerProgram = workerProgram_;
    settings.cancel = stop;
    settings.progress = [&](const std::string& doing) {
      postUnless(stop, this, [this, text = QString::fromStdString(doing)] { emit progressed(text); });
    };
    return Validator(*store, run, std::move(settings)).validate(individual, HeldOutChoice::Known);
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
