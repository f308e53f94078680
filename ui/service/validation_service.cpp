#include "ui/service/validation_service.h"

#include "ui/tasks/gui_thread.h"

namespace gevo::ui {

ValidationService::ValidationService(std::string workerProgram, QObject* parent)
    : QObject(parent), workerProgram_(std::move(workerProgram)), queue_([this](const Check& check, const std::stop_token& stop) {
        perform(check, stop);
        post(this, [this] {
          running_ = false;
          emit ended();
        });
      }) {}

ValidationService::~ValidationService() = default;

void ValidationService::check(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant) {
  if (running_) return;
  running_ = true;
  run_ = run.id;
  variant_ = variant;
  queue_.push({file, run, variant});
}

void ValidationService::cancel() { queue_.cancel(); }

void ValidationService::perform(const Check& check, const std::stop_token& stop) {
  const auto& [file, run, variant] = check;
  const auto judged = [&]() -> Result<ValidationResult> {
    GEVO_TRY_ASSIGN(std::unique_ptr<Store> store, Store::open(file, Store::Access::Read));
    GEVO_TRY_ASSIGN(const Individual individual, store->individual(run.id, variant));
    JobOptions settings;
    settings.workerProgram = workerProgram_;
    settings.cancel = stop;
    settings.progress = [&](const std::string& doing) {
      postUnless(stop, this, [this, words = QString::fromStdString(doing)] { emit progressed(words); });
    };
    return Validator(*store, run, std::move(settings)).judge(individual, HeldOutChoice::Known);
  };
  const Result<ValidationResult> verdict = judged();
  if (stop.stop_requested()) return;
  const auto tellFailure = [&](const QString& message) { postUnless(stop, this, [this, message] { emit failed(message); }); };
  if (!verdict) return tellFailure(QString::fromStdString(verdict.error().message));
  if (verdict->reply.tests.empty())
    tellFailure(QString::fromStdString(verdict->row.sentence));
  else
    postUnless(stop, this, [this, variant = variant, reply = std::make_shared<const ValidationReport>(verdict->reply)] {
      emit checked(variant, reply);
    });
  // Whatever is shown by now, these inputs are used.
  Result<std::unique_ptr<Store>> store = Store::open(file, Store::Access::Annotate);
  const Result<void> kept = store ? keepValidation(**store, run.id, *verdict) : std::unexpected(store.error());
  if (!kept) tellFailure(tr("the check is not kept in the file: %1").arg(QString::fromStdString(kept.error().message)));
}

} // namespace gevo::ui
