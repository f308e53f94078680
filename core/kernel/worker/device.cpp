#include "core/kernel/worker/device.h"

#include "core/base/wire.h"

namespace gevo::worker {

Result<SimulatedDevice> SimulatedDevice::open(const EvaluationSettings& settings, std::vector<OutputInfo> outputs) {
  Result<sim::Model> model = sim::loadModel(settings.device);
  if (!model) return std::unexpected(model.error());
  SimulatedDevice device;
  device.settings_ = settings;
  device.model_ = *model;
  device.outputs_ = std::move(outputs);
  device.shownName_ = "simulated " + model->name;
  return device;
}

Result<LoadedTest> SimulatedDevice::prepare(const TestCase& test, const llvm::Module& original) const {
  Result<program::Tape> tape = wire::decode<program::Tape>(test.tape, "recorded test \"" + test.arguments + "\"");
  if (!tape) return std::unexpected(tape.error());
  Result<sim::Simulator> simulator = decode(original);
  if (!simulator) return std::unexpected(simulator.error());

  LoadedTest loaded{test.role, test.arguments, std::move(*tape), {}};
  const program::ReplayReport report = program::replay(loaded.tape, *simulator, model_, outputs_, settings_, nullptr);
  if (!report.valid()) return fail("the original does not reproduce its test \"{}\": {}", test.arguments, report.detail);
  if (report.error != 0) return fail("the original's test \"{}\" does not give the same output twice", test.arguments);
  loaded.baseline = {report.launchWarpInstructions, report.delivered, report.races, report.microseconds};
  return loaded;
}

program::ReplayReport SimulatedDevice::run(const LoadedTest& test, sim::Simulator& simulator) const {
  return program::replay(test.tape, simulator, model_, outputs_, settings_, &test.baseline);
}

std::map<std::string, std::vector<double>> SimulatedDevice::profile(const std::vector<LoadedTest>& tests,
                                                                    const llvm::Module& module) const {
  Result<sim::Simulator> simulator = sim::Simulator::create(module, model_, sim::Detail::Profile);
  if (!simulator) return {};
  for (const LoadedTest& test : tests) program::replay(test.tape, *simulator, model_, outputs_, settings_, nullptr);
  return simulator->profile().cycles;
}

Result<sim::Simulator> SimulatedDevice::decode(const llvm::Module& module) const { return sim::Simulator::create(module, model_); }

} // namespace gevo::worker
