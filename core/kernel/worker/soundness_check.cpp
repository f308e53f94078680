#include "core/kernel/worker/soundness_check.h"

#include "core/base/wire.h"

#include <algorithm>
#include <llvm/IR/Module.h>

namespace gevo::worker {

struct SoundnessCheck::Ascending {
  program::ReplayReport report;
  bool isSameInAllSchedules = false; ///< so other orders need not be run
};

namespace {

/// Another run of the same test.
void add(program::ReplayReport run, const char* how, program::ReplayReport& all) {
  all.error = std::max(all.error, run.error);
  sim::collect(all.races, run.races);
  sim::collect(all.undefined, run.undefined);
  sim::collect(all.undefinedReads, run.undefinedReads);
  if (run.valid()) return;
  all.reason = run.reason;
  all.message = how + run.message;
}

} // namespace

Result<SoundnessCheck> SoundnessCheck::open(SoundnessOriginal& original, const llvm::Module& variant) {
  GEVO_TRY_ASSIGN(sim::Simulator changed, decodeAsEdited(variant, original.model()));
  return SoundnessCheck(original, std::move(changed));
}

Result<program::ReplayReport> SoundnessCheck::run(const TestCase& test) {
  GEVO_TRY_ASSIGN(const program::Trace trace, wire::decode<program::Trace>(test.trace, "recorded test \"" + test.arguments + "\""));
  SoundnessOriginal::Runs& runs = original_.runsOf(test);
  auto [report, isSameInAllSchedules] = runAscending(trace, original_.ascending(runs, trace));
  if (!report.valid()) report.message = "before optimisation, " + report.message;
  for (const sim::Schedule& schedule : original_.otherSchedules()) {
    if (!report.valid() || isSameInAllSchedules) break;
    if (const program::Baseline* const baseline = original_.inOrder(schedule, runs, trace))
      add(compare(trace, *baseline), "with its threads in another order, ", report);
  }
  if (!program::toleratesUndefined(trace)) return report;
  for (const std::uint8_t byte : program::otherUndefinedBytes) {
    if (!report.valid()) break;
    if (const program::Baseline* const baseline = original_.withUndefined(byte, runs, trace))
      add(compare(trace, *baseline), "with another value of undefined bytes, ", report);
  }
  return report;
}

/// In the ascending order, with what each launch overwrites poisoned before.
SoundnessCheck::Ascending SoundnessCheck::runAscending(const program::Trace& trace, const SoundnessOriginal::Ascending& original) {
  program::ReplayReport report = compare(trace, original.baseline);
  if (!report.valid() || !original.isSameInAllSchedules || !report.isSameInAllSchedules) return {std::move(report)};
  if (std::ranges::all_of(original.baseline.overwritten, &std::vector<sim::MemoryRange>::empty)) return {std::move(report), true};
  // Nothing is poisoned in other orders, and a variant that reads poison may go another way there.
  program::Baseline unpoisoned = original.baseline;
  unpoisoned.overwritten.clear();
  program::ReplayReport plain = compare(trace, unpoisoned);
  if (!plain.valid() || !plain.isSameInAllSchedules) return {std::move(report)};
  return {std::move(plain), true};
}

program::ReplayReport SoundnessCheck::compare(const program::Trace& trace, const program::Baseline& baseline) {
  return program::replay(trace, variant_, original_.model(), original_.outputs(), original_.settings(), &baseline);
}

} // namespace gevo::worker
