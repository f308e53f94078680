#include "ui/service/facts_service.h"

#include "ui/tasks/gui_thread.h"

#include <utility>

namespace gevo::ui {

FactsService::FactsService(std::string workerProgram, QObject* parent)
    : QObject(parent), reader_(std::move(workerProgram)),
      queue_([this](const Request& request, const std::stop_token& stop) { perform(request, stop); }) {}

FactsService::~FactsService() = default;

void FactsService::read(const std::filesystem::path& file, const RunInfo& run, const std::vector<std::int64_t>& derived, FactsDepth depth) {
  cancel();
  reading_ = true;
  queue_.push({file, run, derived, depth, epoch_, latest_});
}

void FactsService::forget() {
  cancel();
  ++epoch_;
}

void FactsService::cancel() {
  queue_.drop([](const Request&) { return true; });
  queue_.cancel();
  reading_ = false;
  ++latest_; // a reply that is under way is none to this
}

void FactsService::perform(const Request& request, const std::stop_token& stop) {
  if (std::exchange(readEpoch_, request.epoch) != request.epoch) reader_.begin(request.run.id);
  if (stop.stop_requested()) return;
  const auto tell = [&](auto&& say) {
    postUnless(stop, this, [this, ticket = request.ticket, say = std::forward<decltype(say)>(say)] {
      if (ticket == latest_) say();
    });
  };
  const auto end = [&](const Result<void>& result) {
    tell([this, message = result ? QString() : QString::fromStdString(result.error().message)] {
      reading_ = false;
      if (!message.isEmpty()) emit failed(message);
      emit ended();
    });
  };
  const Result<std::unique_ptr<Store>> store = Store::open(request.file, Store::Access::Read);
  if (!store) return end(std::unexpected(store.error()));
  const Result<void> read = reader_.read(**store, request.derived, stop);
  if (!read) return end(read);
  const auto publish = [&] { tell([this, facts = reader_.facts()] { emit known(facts); }); };
  publish();
  if (request.depth == FactsDepth::Words) reader_.describe(**store, request.run.settings.evaluation, stop, publish);
  end({});
}

} // namespace gevo::ui
