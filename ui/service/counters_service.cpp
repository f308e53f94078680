#include "ui/service/counters_service.h"

#include "core/inspection/count_on_gpu.h"
#include "ui/tasks/background_pool.h"
#include "ui/tasks/gui_thread.h"

#include <QThreadPool>

#include <utility>

namespace gevo::ui {
namespace {

Result<GpuCounters> perform(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant, const std::string& program,
                            const std::stop_token& stop) {
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(file, Store::Access::Read));
  EditList edits;
  if (variant != 0) {
    GEVO_TRY_ASSIGN(const Individual individual, store->individual(run.id, variant));
    edits = individual.edits;
  }
  return countOnGpu(*store, countedOn(run.settings.evaluation), edits, stop, program);
}

} // namespace

CountersService::CountersService(std::string workerProgram, QObject* parent) : QObject(parent), workerProgram_(std::move(workerProgram)) {}

CountersService::~CountersService() { stop_.request_stop(); }

void CountersService::count(const std::filesystem::path& file, const RunInfo& run, std::int64_t variant) {
  cancel();
  running_ = true;
  stop_ = {};
  backgroundPool().start([self = QPointer(this), file, run, variant, program = workerProgram_, stop = stop_.get_token()] {
    const Result<GpuCounters> found = perform(file, run, variant, program, stop);
    postIfAlive(self, [found, stop](CountersService& service) {
      if (stop.stop_requested()) return;
      if (found)
        emit service.counted(std::make_shared<const GpuCounters>(*found));
      else
        emit service.failed(QString::fromStdString(found.error().message));
      service.end();
    });
  });
}

void CountersService::cancel() {
  if (!running_) return;
  stop_.request_stop();
  end();
}

void CountersService::end() {
  running_ = false;
  emit ended();
}

} // namespace gevo::ui
