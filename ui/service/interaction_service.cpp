#include "ui/service/interaction_service.h"

#include "core/store/store.h"
#include "ui/tasks/gui_thread.h"

namespace gevo::ui {

InteractionService::InteractionService(std::string workerProgram, QObject* parent)
    : QObject(parent), workerProgram_(std::move(workerProgram)),
      reads_([this](const Request& request, const std::stop_token& stop) { performRead(request, stop); }),
      analysis_([this](const Request& request, const std::stop_token& stop) {
        performAnalysis(request, stop);
        post(this, [this, ticket = request.ticket] {
          if (ticket != latest_) return; // it was cancelled
          analyses_ = false;
          emit ended();
        });
      }) {}

InteractionService::~InteractionService() = default;

void InteractionService::read(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant) {
  reads_.drop([](const Request&) { return true; });
  reads_.cancel();
  reads_.push({file, run, variant, 0});
}

void InteractionService::performRead(const Request& request, const std::stop_token& stop) {
  if (stop.stop_requested()) return;
  const auto find = [&]() -> Result<std::optional<KnownInteractions>> {
    GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(request.file, Store::Access::Read));
    GEVO_TRY_ASSIGN(const Individual variant, store->individual(request.run.id, request.variant));
    return knownInteractions(*store, request.run, variant);
  };
  Result<std::optional<KnownInteractions>> found = find(); // what can't be read is not known: an analysis will say why
  std::shared_ptr<const KnownInteractions> shared;
  if (found && *found) shared = std::make_shared<const KnownInteractions>(**std::move(found));
  postUnless(stop, this, [this, run = request.run.id, variant = request.variant, shared] { emit known(run, variant, shared); });
}

void InteractionService::analyse(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant) {
  if (analyses_) return;
  analyses_ = true;
  run_ = run.id;
  variant_ = variant;
  file_ = file;
  analysis_.push({file, run, variant, ++latest_});
}

void InteractionService::cancel() {
  if (!analyses_) return;
  analysis_.cancel();
  ++latest_;
  analyses_ = false;
  emit ended();
}

void InteractionService::forget() {
  reads_.drop([](const Request&) { return true; });
  reads_.cancel();
  cancel();
}

void InteractionService::performAnalysis(const Request& request, const std::stop_token& stop) {
  JobOptions settings;
  settings.workerProgram = workerProgram_;
  settings.cancel = stop;
  settings.progress = [this, stop](const std::string& doing) {
    postUnless(stop, this, [this, text = QString::fromStdString(doing)] { emit progressed(text); });
  };
  const auto analyse = [&]() -> Result<InteractionAnalysis> {
    GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(request.file, Store::Access::Read));
    GEVO_TRY_ASSIGN(const Individual variant, store->individual(request.run.id, request.variant));
    return analyseInteractions(*store, request.run, variant, {}, settings);
  };
  Result<InteractionAnalysis> found = analyse();
  const auto reportFailure = [&](const std::string& message) {
    postUnless(stop, this, [this, text = QString::fromStdString(message)] { emit failed(text); });
  };
  if (!found) return reportFailure(found.error().message);
  const Result<void> kept = keepAnalysis(request.file, request.run, *found);
  auto shared =
      std::make_shared<const KnownInteractions>(KnownInteractions{std::move(found->analysis.variant), std::move(found->interactions)});
  postUnless(stop, this, [this, run = request.run.id, variant = request.variant, shared] { emit known(run, variant, shared); });
  if (!kept)
    reportFailure(tr("cannot save what was found in the file: %1").arg(QString::fromStdString(kept.error().message)).toStdString());
}

} // namespace gevo::ui
