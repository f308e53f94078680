#include "core/kernel/worker/host_run_device.h"

#include "core/base/wire.h"

#include <llvm/IR/Module.h>

namespace gevo::worker {

namespace {

struct HostRunTest : PreparedTest {
  explicit HostRunTest(const TestCase& test) : PreparedTest(test), trace(test.trace) {}
  SharedBytes trace; ///< as recorded, encoded
  program::HostRunBaseline baseline;
};

const HostRunTest& live(const PreparedTest& test) { return static_cast<const HostRunTest&>(test); }

} // namespace

Result<std::unique_ptr<HostRunDevice>> HostRunDevice::open(const Project& project, const EvaluationSettings& settings,
                                                           const std::filesystem::path& folder) {
  GEVO_TRY_ASSIGN(auto program, program::HostRunProgram::open(project, settings, folder));
  return open(project, settings, std::move(program));
}

Result<std::unique_ptr<HostRunDevice>> HostRunDevice::open(const Project& project, const EvaluationSettings& settings,
                                                           std::shared_ptr<program::HostRunProgram> program) {
  GEVO_TRY_ASSIGN(auto recorded, SimulatedDevice::open(project, settings));
  std::unique_ptr<HostRunDevice> device(new HostRunDevice(std::move(program), std::move(recorded)));
  device->scope_ = project.build.hostRun.runtime;
  device->shownName_ = device->recorded_->shownName() + (device->isDeterministic() ? ", live" : " and host, live");
  return device;
}

Result<std::unique_ptr<PreparedTest>> HostRunDevice::prepare(const TestCase& test, const llvm::Module& original) {
  GEVO_TRY_ASSIGN(auto baseline, program::runOriginal(program_->runner, program_->evaluator, test.arguments, program::bitcodeOf(original)));
  auto prepared = std::make_unique<HostRunTest>(test);
  prepared->baseline = std::move(baseline);
  prepared->microseconds = prepared->baseline.microseconds;
  prepared->seconds = std::chrono::duration<double>(prepared->baseline.taken).count();
  prepared->races = prepared->baseline.races;
  prepared->figures = prepared->baseline.figures;
  return prepared;
}

Result<std::vector<program::ReplayReport>> HostRunDevice::run(std::span<const PreparedTest* const> tests, const llvm::Module& module) {
  const Bytes bitcode = program::bitcodeOf(module);
  std::vector<program::ReplayReport> reports;
  for (const PreparedTest* test : tests) {
    const program::HostRunBaseline& original = live(*test).baseline;
    GEVO_TRY_ASSIGN(auto ended, program_->runner.run(test->arguments, program_->evaluator.order(bitcode, &original),
                                                     program::HostRunEvaluator::limit(original)));
    reports.push_back(program_->evaluator.evaluate(std::move(ended), original));
    if (!reports.back().valid()) break;
  }
  return reports;
}

std::map<std::string, std::vector<double>> HostRunDevice::profile(const PreparedTests& tests, const llvm::Module& module) {
  std::vector<const SharedBytes*> traces;
  for (const auto& test : tests) traces.push_back(&live(*test).trace);
  return profileTraces(traces, module);
}

std::map<std::string, std::vector<double>> HostRunDevice::profileTraces(const std::vector<const SharedBytes*>& encoded,
                                                                        const llvm::Module& module) {
  std::vector<program::Trace> traces;
  for (const SharedBytes* one : encoded)
    if (auto trace = wire::decode<program::Trace>(*one, "recorded test"); trace && !isOutline(*trace)) traces.push_back(std::move(*trace));
  std::vector<const program::Trace*> all;
  for (const program::Trace& trace : traces) all.push_back(&trace);
  return recorded_->profileTraces(all, module);
}

} // namespace gevo::worker
