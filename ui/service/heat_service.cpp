#include "ui/service/heat_service.h"

#include "core/edit/edit_text.h"
#include "core/inspection/pool_variant_worker.h"
#include "core/store/store.h"
#include "ui/tasks/gui_thread.h"

namespace gevo::ui {

namespace {

constexpr std::size_t mostKnown = 256;

/// Never empty.
std::string keyOf(const EditList& edits) { return "edits:\n" + printEdits(edits); }

Result<Heat> heatOf(const InspectedRun& run, const EditList& edits, const std::stop_token& stop, const std::string& workerProgram) {
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(run.file, Store::Access::Read));
  return makeViewWorker(*store, run.settings, stop, workerProgram)->heat(edits);
}

} // namespace

HeatService::HeatService(std::string workerProgram, QObject* parent)
    : QObject(parent), workerProgram_(std::move(workerProgram)),
      queue_([this](const Job& job, const std::stop_token& stop) { perform(job, stop); }) {}

HeatService::~HeatService() = default;

const HeatService::Known* HeatService::known(const InspectedRun& run, const EditList& edits) const {
  const auto found = run.epoch == epoch_ ? known_.find(keyOf(edits)) : known_.end();
  return found == known_.end() ? nullptr : &found->second;
}

void HeatService::compute(const InspectedRun& run, const EditList& edits) {
  forgetOtherRuns(run);
  std::string key = keyOf(edits);
  if (key == wanted_) return;
  cancel();
  wanted_ = key;
  queue_.push({run, edits, std::move(key)});
}

void HeatService::cancel() {
  queue_.drop([](const Job&) { return true; });
  queue_.cancel();
  wanted_.clear();
}

void HeatService::forgetProblems() {
  std::erase_if(known_, [](const auto& entry) { return !entry.second.heat; });
}

void HeatService::forgetOtherRuns(const InspectedRun& run) {
  if (run.epoch == epoch_) return;
  cancel();
  known_.clear();
  epoch_ = run.epoch;
}

void HeatService::perform(const Job& job, const std::stop_token& stop) {
  if (stop.stop_requested()) return;
  Result<Heat> found = heatOf(job.run, job.edits, stop, workerProgram_);
  Known known;
  if (found)
    known.heat = std::make_shared<const Heat>(std::move(*found));
  else
    known.problem = QString::fromStdString(found.error().message);
  postUnless(stop, this, [this, key = job.key, known = std::move(known)] {
    if (known_.size() >= mostKnown) known_.clear();
    known_[key] = known;
    wanted_.clear();
    emit ended();
  });
}

} // namespace gevo::ui
