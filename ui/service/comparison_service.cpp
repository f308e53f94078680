#include "ui/service/comparison_service.h"

#include "ui/tasks/gui_thread.h"

#include <utility>

namespace gevo::ui {

ComparisonService::ComparisonService(std::string workerProgram, QObject* parent)
    : QObject(parent), workerProgram_(std::move(workerProgram)), words_(workerProgram_),
      queue_([this](const Request& request, const std::stop_token& stop) { perform(request, stop); }) {}

ComparisonService::~ComparisonService() = default;

void ComparisonService::compare(const std::filesystem::path& file, const RunInfo& run) {
  cancel();
  queue_.push({file, run});
}

void ComparisonService::cancel() {
  queue_.drop([](const Request&) { return true; });
  queue_.cancel();
}

void ComparisonService::perform(const Request& request, const std::stop_token& stop) {
  if (stop.stop_requested()) return;
  const auto reportFailure = [&](const Error& error) {
    postUnless(stop, this, [this, message = QString::fromStdString(error.message)] { emit failed(message); });
  };
  const Result<std::unique_ptr<Store>> store = Store::open(request.file, Store::Access::Read);
  if (!store) return reportFailure(store.error());
  Result<RunComparison> found = compareRuns(**store, request.run);
  if (!found) return reportFailure(found.error());
  if (std::exchange(wordsOf_, request.file) != request.file) words_.forget();
  RunsSideBySide runs{*std::move(found), {}};
  const auto tell = [&] { postUnless(stop, this, [this, all = std::make_shared<const RunsSideBySide>(runs)] { emit compared(all); }); };
  if (!words_.knows(runs.found, mostEdits)) tell();
  runs.words = words_.of(**store, runs.found, mostEdits, stop);
  tell();
}

} // namespace gevo::ui
