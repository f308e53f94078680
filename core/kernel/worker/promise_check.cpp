#include "core/kernel/worker/promise_check.h"

#include "core/base/wire.h"
#include "core/run/device_name.h"

#include <llvm/IR/Module.h>

namespace gevo::worker {

Result<PromiseCheck> PromiseCheck::open(const ir::BaseModule& base, const EditList& edits, const EvaluationSettings& settings,
                                        std::vector<OutputInfo> outputs) {
  Result<sim::Model> model = sim::loadModel(screeningDevice(settings.device));
  if (!model) return std::unexpected(model.error());
  Result<sim::Simulator> original = sim::Simulator::create(*base.apply({}).module, *model, sim::Detail::Promises);
  if (!original) return std::unexpected(original.error());
  Result<sim::Simulator> variant = sim::Simulator::create(*base.apply(edits).module, *model, sim::Detail::Promises);
  if (!variant) return std::unexpected(variant.error());
  PromiseCheck check(std::move(*original), std::move(*variant));
  check.model_ = *model;
  check.settings_ = settings;
  check.outputs_ = std::move(outputs);
  return check;
}

Result<program::ReplayReport> PromiseCheck::run(const TestCase& test) {
  const Result<program::Tape> tape = wire::decode<program::Tape>(test.tape, "recorded test \"" + test.arguments + "\"");
  if (!tape) return std::unexpected(tape.error());
  const program::ReplayReport original = program::replay(*tape, original_, model_, outputs_, settings_, nullptr);
  const program::Baseline baseline{original.launchWarpInstructions, original.delivered, original.races, original.undefined,
                                   original.microseconds};
  return program::replay(*tape, variant_, model_, outputs_, settings_, &baseline);
}

} // namespace gevo::worker
