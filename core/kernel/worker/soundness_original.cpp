#include "core/kernel/worker/soundness_original.h"

#include "core/kernel/ir/pipeline.h"
#include "core/values/device_name.h"

#include <algorithm>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace gevo::worker {

Result<sim::Simulator> decodeAsEdited(const llvm::Module& module, const sim::Model& model) {
  const std::unique_ptr<llvm::Module> cleaned = llvm::CloneModule(module);
  ir::cleanUp(*cleaned);
  return sim::Simulator::create(*cleaned, model, sim::Detail::PoisonFlags);
}

Result<SoundnessOriginal> SoundnessOriginal::open(const ir::BaseModule& base, const EvaluationSettings& settings,
                                                  std::vector<OutputInfo> outputs) {
  GEVO_TRY_ASSIGN(sim::Model model, sim::loadModel(screeningDevice(settings.device), settings.model));
  GEVO_TRY_ASSIGN(sim::Simulator simulator, decodeAsEdited(*base.original(), model));
  SoundnessOriginal original(std::move(simulator));
  original.model_ = model;
  original.settings_ = settings;
  original.outputs_ = std::move(outputs);
  return original;
}

void SoundnessOriginal::keepOnly(const std::set<Hash128>& traces) {
  std::erase_if(runs_, [&](const auto& known) { return !traces.contains(known.first); });
}

const SoundnessOriginal::Ascending& SoundnessOriginal::ascending(Runs& runs, const program::Trace& trace) {
  if (runs.ascending) return *runs.ascending;
  const program::ReplayReport report = program::replayOriginal(trace, simulator_, model_, outputs_, settings_);
  Ascending& found = runs.ascending.emplace();
  found.baseline = program::baselineOf(report);
  found.baseline.overwritten = program::findOverwritten(trace, simulator_);
  found.isSameInAllSchedules = report.valid() && report.error == 0 && report.isSameInAllSchedules;
  return found;
}

const program::Baseline* SoundnessOriginal::inOrder(const sim::Schedule& schedule, Runs& runs, const program::Trace& trace) {
  auto found = std::ranges::find_if(runs.inOtherOrders, [&](const auto& known) { return known.first == schedule; });
  if (found == runs.inOtherOrders.end()) {
    const program::Baseline& known = ascending(runs, trace).baseline;
    const program::ReplayReport report = program::replayOriginalIn(schedule, known, trace, simulator_, model_, outputs_, settings_);
    found = runs.inOtherOrders.insert(found, {schedule, std::nullopt});
    if (report.valid()) found->second = program::baselineOf(report, schedule);
  }
  return found->second ? &*found->second : nullptr;
}

const program::Baseline* SoundnessOriginal::withUndefined(std::uint8_t byte, Runs& runs, const program::Trace& trace) {
  const auto [found, isNew] = runs.withUndefined.try_emplace(byte);
  if (isNew) {
    const program::ReplayReport report = program::replayWithUndefined(byte, trace, simulator_, model_, outputs_, settings_);
    if (report.valid()) found->second = program::baselineWithUndefined(byte, report);
  }
  return found->second ? &*found->second : nullptr;
}

} // namespace gevo::worker
