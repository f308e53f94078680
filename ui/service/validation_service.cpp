#include "ui/service/validation_service.h"

namespace gevo::ui {

ValidationService::ValidationService(std::string workerProgram, QObject* parent)
    : QObject(parent), workerProgram_(std::move(workerProgram)) {}

ValidationService::~ValidationService() = default;

void ValidationService::check(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant) {
  if (running_) return;
  running_ = true;
  run_ = run.id;
  variant_ = variant;
  thread_ = std::jthread([this, file, run, variant](const std::stop_token& stop) {
    perform(stop, file, run, variant);
    QMetaObject::invokeMethod(
        this,
        [this] {
          running_ = false;
          emit ended();
        },
        Qt::QueuedConnection);
  });
}

void ValidationService::cancel() { thread_.request_stop(); }

/// On the thread that asked, unless that cancelled meanwhile.
void ValidationService::tell(const std::stop_token& stop, std::function<void()> what) {
  QMetaObject::invokeMethod(
      this,
      [stop, what = std::move(what)] {
        if (!stop.stop_requested()) what();
      },
      Qt::QueuedConnection);
}

void ValidationService::perform(const std::stop_token& stop, const std::filesystem::path& file, const RunInfo& run, std::int64_t variant) {
  const auto judged = [&]() -> Result<ValidationResult> {
    Result<std::unique_ptr<Store>> store = Store::open(file, Store::Access::Read);
    if (!store) return std::unexpected(store.error());
    const Result<Individual> individual = (*store)->individual(run.id, variant);
    if (!individual) return std::unexpected(individual.error());
    JobOptions settings;
    settings.workerProgram = workerProgram_;
    settings.cancel = stop;
    settings.progress = [&](const std::string& doing) {
      tell(stop, [this, words = QString::fromStdString(doing)] { emit progressed(words); });
    };
    return Validator(**store, run, std::move(settings)).judge(*individual, HeldOutChoice::Known);
  };
  const Result<ValidationResult> verdict = judged();
  if (stop.stop_requested()) return;
  const auto tellFailure = [&](const QString& message) { tell(stop, [this, message] { emit failed(message); }); };
  if (!verdict) return tellFailure(QString::fromStdString(verdict.error().message));
  if (verdict->reply.tests.empty())
    tellFailure(QString::fromStdString(verdict->row.sentence));
  else
    tell(stop, [this, variant, reply = std::make_shared<const ValidationReport>(verdict->reply)] { emit checked(variant, reply); });
  // Whatever is shown by now, these inputs are used.
  Result<std::unique_ptr<Store>> store = Store::open(file, Store::Access::Annotate);
  const Result<void> kept = store ? keepValidation(**store, run.id, *verdict) : std::unexpected(store.error());
  if (!kept) tellFailure(tr("the check is not kept in the file: %1").arg(QString::fromStdString(kept.error().message)));
}

} // namespace gevo::ui
