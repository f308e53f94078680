#include "ui/service/portability_service.h"

#include "ui/tasks/background_pool.h"
#include "ui/tasks/gui_thread.h"

#include <QThreadPool>

#include <utility>

namespace gevo::ui {
namespace {

Result<Portability> perform(const PortabilityService::Request& request, const JobOptions& options, const PortabilityMeasured& measured) {
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(request.file, Store::Access::Read));
  std::vector<Individual> variants;
  for (const std::int64_t id : request.variants) {
    GEVO_TRY_ASSIGN(Individual variant, store->individual(request.run.id, id));
    variants.push_back(std::move(variant));
  }
  return measurePortability(*store, request.run.settings.evaluation, variants, request.devices, options, measured);
}

} // namespace

PortabilityService::PortabilityService(std::string workerProgram, QObject* parent)
    : QObject(parent), workerProgram_(std::move(workerProgram)) {}

PortabilityService::~PortabilityService() { stop_.request_stop(); }

void PortabilityService::measure(const Request& request) {
  if (running_) return;
  running_ = true;
  stop_ = {};
  backgroundPool().start([self = QPointer(this), request, program = workerProgram_, stop = stop_.get_token()] {
    const auto tell = [&](auto act) {
      postIfAlive(self, [stop, act = std::move(act)](PortabilityService& service) {
        if (!stop.stop_requested()) act(service);
      });
    };
    JobOptions options;
    options.workerProgram = program;
    options.cancel = stop;
    options.progress = [&](const std::string& doing) {
      tell([text = QString::fromStdString(doing)](PortabilityService& service) { emit service.progressed(text); });
    };
    const Result<Portability> found = perform(request, options, [&](const Portability& soFar) {
      tell([shown = std::make_shared<const Portability>(soFar)](PortabilityService& service) { emit service.measured(shown); });
    });
    tell([problem = found ? QString() : QString::fromStdString(found.error().message)](PortabilityService& service) {
      if (!problem.isEmpty()) emit service.failed(problem);
      service.end();
    });
  });
}

void PortabilityService::cancel() {
  if (!running_) return;
  stop_.request_stop();
  end();
}

void PortabilityService::end() {
  running_ = false;
  emit ended();
}

} // namespace gevo::ui
