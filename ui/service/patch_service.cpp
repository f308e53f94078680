#include "ui/service/patch_service.h"

#include "core/patch/stored_patch.h"
#include "ui/tasks/gui_thread.h"

namespace gevo::ui {

PatchService::PatchService(std::string workerProgram, QObject* parent)
    : QObject(parent), workerProgram_(std::move(workerProgram)), queue_([this](const Request& request, const std::stop_token& stop) {
        perform(request, stop);
        post(this, [this] {
          running_ = false;
          emit ended();
        });
      }) {}

PatchService::~PatchService() = default;

void PatchService::make(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant) {
  if (running_) return;
  running_ = true;
  run_ = run.id;
  variant_ = variant;
  queue_.push({file, run, variant});
}

void PatchService::cancel() { queue_.cancel(); }

void PatchService::perform(const Request& request, const std::stop_token& stop) {
  const auto make = [&]() -> Result<SourcePatch> {
    GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(request.file, Store::Access::Read));
    GEVO_TRY_ASSIGN(const Individual individual, store->individual(request.run.id, request.variant));
    JobOptions settings;
    settings.workerProgram = workerProgram_;
    settings.cancel = stop;
    settings.progress = [&](const std::string& doing) {
      postUnless(stop, this, [this, text = QString::fromStdString(doing)] { emit progressed(text); });
    };
    return storedPatch(*store, request.run, individual, settings);
  };
  const Result<SourcePatch> patch = make();
  if (patch)
    postUnless(stop, this, [this, variant = request.variant] { emit made(variant); });
  else
    postUnless(stop, this, [this, message = QString::fromStdString(patch.error().message)] { emit failed(message); });
}

} // namespace gevo::ui
