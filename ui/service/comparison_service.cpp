#include "ui/service/comparison_service.h"

#include "core/edit/edit_text.h"
#include "core/format/source_location.h"
#include "core/inspection/pool_variant_worker.h"
#include "ui/tasks/gui_thread.h"

#include <map>

namespace gevo::ui {

namespace {

/// An edit whose words are not to be had, as without a worker, is its line of the text form.
std::vector<std::pair<QString, QString>> wordsOf(const Store& store, const RunComparison& found, const std::stop_token& stop,
                                                 const std::string& workerProgram) {
  std::map<std::size_t, Result<VariantTexts>> texts;
  std::vector<std::pair<QString, QString>> words;
  for (const FoundEdit& edit : found.edits) {
    if (edit.count() < 2 || words.size() == ComparisonService::mostEdits || stop.stop_requested()) break;
    const ComparedRun& run = found.runs[edit.run];
    auto known = texts.find(edit.run);
    if (known == texts.end()) {
      const auto worker = makeViewWorker(store, run.info.settings.evaluation, stop, workerProgram);
      known = texts.emplace(edit.run, worker->texts(run.best->edits, false)).first;
    }
    if (known->second && edit.place < known->second->edits.size()) {
      const EditDescription& description = known->second->edits[edit.place];
      words.emplace_back(QString::fromStdString(description.text),
                         description.target.empty() ? QString() : QString::fromStdString(formatLocation(description.target)));
    } else {
      words.emplace_back(QString::fromStdString(printEdit(run.best->edits[edit.place])).trimmed(), QString());
    }
  }
  return words;
}

} // namespace

ComparisonService::ComparisonService(std::string workerProgram, QObject* parent)
    : QObject(parent), workerProgram_(std::move(workerProgram)),
      queue_([this](const Request& request, const std::stop_token& stop) { perform(request, stop); }) {}

ComparisonService::~ComparisonService() = default;

void ComparisonService::compare(const std::filesystem::path& file, const RunInfo& run) {
  queue_.drop([](const Request&) { return true; });
  queue_.cancel();
  queue_.push({file, run});
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
  RunsSideBySide runs{*std::move(found), {}};
  const auto tell = [&] { postUnless(stop, this, [this, all = std::make_shared<const RunsSideBySide>(runs)] { emit compared(all); }); };
  tell();
  runs.words = wordsOf(**store, runs.found, stop, workerProgram_);
  if (!runs.words.empty()) tell();
}

} // namespace gevo::ui
