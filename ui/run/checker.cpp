#include "ui/run/checker.h"

namespace gevo::ui {

Checker::Checker(std::string workerProgram, QObject* parent) : QObject(parent), workerProgram_(std::move(workerProgram)) {}

Checker::~Checker() = default;

void Checker::check(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant) {
  if (running_) return;
  running_ = true;
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

void Checker::cancel() { thread_.request_stop(); }

void Checker::perform(const std::stop_token& stop, const std::filesystem::path& file, const RunInfo& run, std::int64_t variant) {
  const auto judged = [&]() -> Result<Verdict> {
    Result<std::unique_ptr<Store>> store = Store::open(file, Store::Access::Read);
    if (!store) return std::unexpected(store.error());
    const Result<Individual> individual = (*store)->individual(run.id, variant);
    if (!individual) return std::unexpected(individual.error());
    ValidationSettings settings;
    settings.workerProgram = workerProgram_;
    settings.cancel = stop;
    settings.progress = [this](const std::string& doing) { emit progressed(QString::fromStdString(doing)); };
    return Validator(**store, run, std::move(settings)).judge(*individual, HeldOutChoice::Known);
  };
  const Result<Verdict> verdict = judged();
  if (stop.stop_requested()) return;
  if (!verdict) {
    emit failed(QString::fromStdString(verdict.error().message));
    return;
  }
  if (verdict->reply.tests.empty())
    emit failed(QString::fromStdString(verdict->row.sentence));
  else
    emit checked(variant, std::make_shared<const CheckReply>(verdict->reply));
  // Whatever is shown by now, these inputs are used.
  Result<std::unique_ptr<Store>> store = Store::open(file, Store::Access::Annotate);
  const Result<void> kept = store ? keepVerdict(**store, run.id, *verdict) : std::unexpected(store.error());
  if (!kept) emit failed(tr("the check is not kept in the file: %1").arg(QString::fromStdString(kept.error().message)));
}

} // namespace gevo::ui
