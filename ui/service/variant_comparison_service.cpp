#include "ui/service/variant_comparison_service.h"

#include "core/inspection/pool_variant_worker.h"
#include "core/store/store.h"
#include "ui/tasks/gui_thread.h"

#include <utility>

namespace gevo::ui {

VariantComparisonService::VariantComparisonService(std::string workerProgram, QObject* parent)
    : QObject(parent), workerProgram_(std::move(workerProgram)),
      queue_([this](const Request& request, const std::stop_token& stop) { perform(request, stop); }) {}

VariantComparisonService::~VariantComparisonService() = default;

void VariantComparisonService::compare(const std::filesystem::path& file, std::shared_ptr<const Project> project, const RunInfo& run,
                                       const std::vector<std::int64_t>& variants) {
  cancel();
  queue_.push({file, std::move(project), run, variants});
}

void VariantComparisonService::cancel() {
  queue_.drop([](const Request&) { return true; });
  queue_.cancel();
}

void VariantComparisonService::perform(const Request& request, const std::stop_token& stop) {
  if (stop.stop_requested()) return;
  const auto reportFailure = [&](const Error& error) {
    postUnless(stop, this, [this, message = QString::fromStdString(error.message)] { emit failed(message); });
  };
  const Result<std::unique_ptr<Store>> store = Store::open(request.file, Store::Access::Read);
  if (!store) return reportFailure(store.error());
  Result<std::vector<VariantToCompare>> variants = readVariants(**store, request.run, *request.project, request.variants);
  if (!variants) return reportFailure(variants.error());
  const std::pair source(request.file, request.run.id);
  if (std::exchange(wordsOf_, source) != source) words_.clear();
  const auto tell = [&] {
    for (VariantToCompare& variant : *variants)
      if (const auto known = words_.find(variant.individual.id); known != words_.end()) variant.words = known->second;
    postUnless(stop, this,
               [this, all = std::make_shared<const VariantComparison>(compareVariants(request.run, *request.project, *variants))] {
                 emit compared(all);
               });
  };
  tell();
  bool isNew = false;
  const std::unique_ptr<VariantWorker> worker = makeViewWorker(**store, request.run.settings.evaluation, stop, workerProgram_);
  for (const VariantToCompare& variant : *variants) {
    if (stop.stop_requested()) return;
    const Individual& individual = variant.individual;
    if (individual.edits.empty() || words_.contains(individual.id)) continue;
    Result<VariantTexts> texts = worker->texts(individual.edits, false);
    if (stop.stop_requested()) return;
    words_[individual.id] = texts ? std::move(texts->edits) : std::vector<EditDescription>();
    isNew = true;
  }
  if (isNew) tell();
}

} // namespace gevo::ui
