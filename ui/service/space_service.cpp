#include "ui/service/space_service.h"

#include "core/store/store.h"
#include "ui/tasks/gui_thread.h"

namespace gevo::ui {
namespace {

Result<std::vector<ConfigurationResult>> resultsOf(const std::filesystem::path& file, std::int64_t run) {
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(file, Store::Access::Read));
  return store->configurationResults(run);
}

} // namespace

SpaceService::SpaceService(QObject* parent)
    : QObject(parent), queue_([this](const Request& request, const std::stop_token&) { perform(request); }) {}

SpaceService::~SpaceService() = default;

void SpaceService::read(const std::filesystem::path& file, std::int64_t run) {
  forget();
  reading_ = true;
  queue_.push({file, run, latest_});
}

void SpaceService::forget() {
  queue_.drop([](const Request&) { return true; });
  reading_ = false;
  ++latest_; // a reply that is under way is none to this
}

void SpaceService::perform(const Request& request) {
  Result<std::vector<ConfigurationResult>> results = resultsOf(request.file, request.run);
  post(this, [this, ticket = request.ticket, results = std::move(results)] {
    if (ticket != latest_) return;
    reading_ = false;
    if (results)
      emit found(*results);
    else
      emit failed(QString::fromStdString(results.error().message));
  });
}

} // namespace gevo::ui
