#include "core/kernel/worker/poison_check.h"
#include "core/kernel/operators/apply.h"

#include "core/base/wire.h"
#include "core/kernel/ir/pipeline.h"
#include "core/values/device_name.h"

#include <llvm/IR/Module.h>

namespace gevo::worker {

namespace {

/// As its edits left it, without what is dead, which no compiler keeps.
Result<sim::Simulator> decode(const ir::BaseModule& base, const EditList& edits, const sim::Model& model) {
  const ir::Applied applied = ir::applyEdits(base, edits);
  ir::cleanUp(*applied.module);
  return sim::Simulator::create(*applied.module, model, sim::Detail::PoisonFlags);
}

} // namespace

Result<PoisonCheck> PoisonCheck::open(const ir::BaseModule& base, const EditList& edits, const EvaluationSettings& settings,
                                      std::vector<OutputInfo> outputs) {
  Result<sim::Model> model = sim::loadModel(screeningDevice(settings.device), settings.model);
  if (!model) return std::unexpected(model.error());
  Result<sim::Simulator> original = decode(base, {}, *model);
  if (!original) return std::unexpected(original.error());
  Result<sim::Simulator> variant = decode(base, edits, *model);
  if (!variant) return std::unexpected(variant.error());
  PoisonCheck check(std::move(*original), std::move(*variant));
  check.model_ = *model;
  check.settings_ = settings;
  check.outputs_ = std::move(outputs);
  return check;
}

Result<program::ReplayReport> PoisonCheck::run(const TestCase& test) {
  const Result<program::Trace> trace = wire::decode<program::Trace>(test.trace, "recorded test \"" + test.arguments + "\"");
  if (!trace) return std::unexpected(trace.error());
  const program::ReplayReport original = program::replay(*trace, original_, model_, outputs_, settings_, nullptr);
  const program::Baseline baseline{original.launchWarpInstructions, original.delivered, original.races, original.undefined,
                                   original.microseconds};
  return program::replay(*trace, variant_, model_, outputs_, settings_, &baseline);
}

} // namespace gevo::worker
