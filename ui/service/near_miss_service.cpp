#include "ui/service/near_miss_service.h"

#include "core/near_misses/find_near_misses.h"
#include "ui/tasks/gui_thread.h"

namespace gevo::ui {

NearMissService::NearMissService(std::string workerProgram, QObject* parent)
    : QObject(parent), workerProgram_(std::move(workerProgram)), queue_([this](const Request& request, const std::stop_token& stop) {
        perform(request, stop);
        post(this, [this, ticket = request.ticket] {
          if (ticket != latest_) return; // it was cancelled
          searches_ = false;
          emit ended();
        });
      }) {}

NearMissService::~NearMissService() = default;

void NearMissService::find(const std::filesystem::path& file, const RunInfo& run) {
  cancel();
  searches_ = true;
  queue_.push({file, run, ++latest_});
}

void NearMissService::cancel() {
  if (!searches_) return;
  queue_.drop([](const Request&) { return true; });
  queue_.cancel();
  ++latest_;
  searches_ = false;
  emit ended();
}

void NearMissService::perform(const Request& request, const std::stop_token& stop) {
  if (stop.stop_requested()) return;
  JobOptions settings;
  settings.workerProgram = workerProgram_;
  settings.cancel = stop;
  settings.progress = [this, stop](const std::string& doing) {
    postUnless(stop, this, [this, text = QString::fromStdString(doing)] { emit progressed(text); });
  };
  const auto search = [&]() -> Result<NearMisses> {
    GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(request.file, Store::Access::Read));
    return findNearMisses(*store, request.run, {}, settings);
  };
  Result<NearMisses> misses = search();
  if (!misses) return postUnless(stop, this, [this, text = QString::fromStdString(misses.error().message)] { emit failed(text); });
  postUnless(stop, this,
             [this, run = request.run.id, shared = std::make_shared<const NearMisses>(*std::move(misses))] { emit found(run, shared); });
}

} // namespace gevo::ui
