#include "core/kernel/worker/soundness_check.h"

#include "core/base/wire.h"
#include "core/kernel/ir/pipeline.h"
#include "core/values/device_name.h"

#include <algorithm>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace gevo::worker {

namespace {

/// The code as its edits left it, without dead code.
Result<sim::Simulator> decode(const llvm::Module& module, const sim::Model& model) {
  const std::unique_ptr<llvm::Module> cleaned = llvm::CloneModule(module);
  ir::cleanUp(*cleaned);
  return sim::Simulator::create(*cleaned, model, sim::Detail::PoisonFlags);
}

} // namespace

struct SoundnessCheck::Ascending {
  program::ReplayReport report;
  bool isSameInAllSchedules = false; ///< so other orders need not be run
};

Result<SoundnessCheck> SoundnessCheck::open(const ir::BaseModule& base, const llvm::Module& variant, const EvaluationSettings& settings,
                                            std::vector<OutputInfo> outputs) {
  GEVO_TRY_ASSIGN(sim::Model model, sim::loadModel(screeningDevice(settings.device), settings.model));
  GEVO_TRY_ASSIGN(sim::Simulator original, decode(*base.original(), model));
  GEVO_TRY_ASSIGN(sim::Simulator changed, decode(variant, model));
  SoundnessCheck check(std::move(original), std::move(changed));
  check.model_ = model;
  check.settings_ = settings;
  check.outputs_ = std::move(outputs);
  return check;
}

Result<program::ReplayReport> SoundnessCheck::run(const TestCase& test) {
  GEVO_TRY_ASSIGN(const program::Trace trace, wire::decode<program::Trace>(test.trace, "recorded test \"" + test.arguments + "\""));
  auto [report, isSameInAllSchedules] = runAscending(trace);
  if (!report.valid()) report.message = "before optimisation, " + report.message;
  for (const sim::Schedule& schedule : program::otherSchedules(original_)) {
    if (!report.valid() || isSameInAllSchedules) break;
    report = runIn(trace, schedule);
    if (!report.valid()) report.message = "with its threads in another order, " + report.message;
  }
  if (!program::toleratesUndefined(trace)) return report;
  const std::vector<sim::UndefinedRead> reads = std::move(report.undefinedReads);
  for (const std::uint8_t byte : program::otherUndefinedBytes) {
    if (!report.valid()) break;
    report = runWithUndefined(byte, trace);
    if (!report.valid()) report.message = "with another value of undefined bytes, " + report.message;
  }
  report.undefinedReads = reads;
  return report;
}

program::ReplayReport SoundnessCheck::runWithUndefined(std::uint8_t byte, const program::Trace& trace) {
  const program::ReplayReport original = program::replayWithUndefined(byte, trace, original_, model_, outputs_, settings_);
  if (!original.valid()) return {}; // nothing to compare with
  const program::Baseline baseline = program::baselineWithUndefined(byte, original);
  return program::replay(trace, variant_, model_, outputs_, settings_, &baseline);
}

/// In the ascending order, with what each launch overwrites poisoned before.
SoundnessCheck::Ascending SoundnessCheck::runAscending(const program::Trace& trace) {
  const program::ReplayReport original = program::replayOriginal(trace, original_, model_, outputs_, settings_);
  program::Baseline baseline = program::baselineOf(original);
  baseline.overwritten = program::findOverwritten(trace, original_);
  program::ReplayReport report = program::replay(trace, variant_, model_, outputs_, settings_, &baseline);
  const bool originalIsSame = original.valid() && original.error == 0 && original.isSameInAllSchedules;
  if (!report.valid() || !originalIsSame || !report.isSameInAllSchedules) return {std::move(report)};
  if (std::ranges::all_of(baseline.overwritten, &std::vector<sim::MemoryRange>::empty)) return {std::move(report), true};
  // Nothing is poisoned in other orders, and a variant that reads poison may go another way there.
  baseline.overwritten.clear();
  program::ReplayReport plain = program::replay(trace, variant_, model_, outputs_, settings_, &baseline);
  if (!plain.valid() || !plain.isSameInAllSchedules) return {std::move(report)};
  return {std::move(plain), true};
}

program::ReplayReport SoundnessCheck::runIn(const program::Trace& trace, const sim::Schedule& schedule) {
  const program::ReplayReport original = program::replayOriginal(trace, original_, model_, outputs_, settings_, schedule);
  if (!original.valid()) return {}; // nothing to compare with
  const program::Baseline baseline = program::baselineOf(original, schedule);
  return program::replay(trace, variant_, model_, outputs_, settings_, &baseline);
}

} // namespace gevo::worker
