#include "core/kernel/worker/host_run_device.h"

#include "core/base/wire.h"

#include <llvm/IR/Module.h>

namespace gevo::worker {

namespace {

struct LiveTest : PreparedTest {
  explicit LiveTest(const TestCase& test) : PreparedTest(test), tape(test.tape) {}
  Bytes tape; ///< as recorded, encoded
  program::LiveBaseline baseline;
};

const LiveTest& live(const PreparedTest& test) { return static_cast<const LiveTest&>(test); }

} // namespace

Result<std::unique_ptr<LiveDevice>> LiveDevice::open(const Project& project, const EvaluationSettings& settings,
                                                     const std::filesystem::path& folder) {
  auto program = program::LiveProgram::open(project, settings, folder);
  if (!program) return std::unexpected(program.error());
  return open(project, settings, std::move(*program));
}

Result<std::unique_ptr<LiveDevice>> LiveDevice::open(const Project& project, const EvaluationSettings& settings,
                                                     std::shared_ptr<program::LiveProgram> program) {
  auto recorded = SimulatedDevice::open(project, settings);
  if (!recorded) return std::unexpected(recorded.error());
  std::unique_ptr<LiveDevice> device(new LiveDevice(std::move(program), std::move(*recorded)));
  device->scope_ = project.build.live.runtime;
  device->shownName_ = device->recorded_->shownName() + (device->isDeterministic() ? ", live" : " and host, live");
  return device;
}

Result<std::unique_ptr<PreparedTest>> LiveDevice::prepare(const TestCase& test, const llvm::Module& original) {
  auto baseline = program::runOriginal(program_->runner, program_->judge, test.arguments, program::bitcodeOf(original));
  if (!baseline) return std::unexpected(baseline.error());
  auto prepared = std::make_unique<LiveTest>(test);
  prepared->baseline = std::move(*baseline);
  prepared->microseconds = prepared->baseline.microseconds;
  prepared->races = prepared->baseline.races;
  return prepared;
}

Result<std::vector<program::ReplayReport>> LiveDevice::run(std::span<const PreparedTest* const> tests, const llvm::Module& module) {
  const Bytes bitcode = program::bitcodeOf(module);
  std::vector<program::ReplayReport> reports;
  for (const PreparedTest* test : tests) {
    const program::LiveBaseline& original = live(*test).baseline;
    auto ended = program_->runner.run(test->arguments, program_->judge.order(bitcode, &original), program::LiveJudge::limit(original));
    if (!ended) return std::unexpected(ended.error());
    reports.push_back(program_->judge.judge(std::move(*ended), original));
    if (!reports.back().valid()) break;
  }
  return reports;
}

std::map<std::string, std::vector<double>> LiveDevice::profile(const PreparedTests& tests, const llvm::Module& module) {
  std::vector<const Bytes*> tapes;
  for (const auto& test : tests) tapes.push_back(&live(*test).tape);
  return profileTapes(tapes, module);
}

std::map<std::string, std::vector<double>> LiveDevice::profileTapes(const std::vector<const Bytes*>& encoded, const llvm::Module& module) {
  std::vector<program::Tape> tapes;
  for (const Bytes* one : encoded)
    if (auto tape = wire::decode<program::Tape>(*one, "recorded test"); tape && !isOutline(*tape)) tapes.push_back(std::move(*tape));
  std::vector<const program::Tape*> all;
  for (const program::Tape& tape : tapes) all.push_back(&tape);
  return recorded_->profileTapes(all, module);
}

} // namespace gevo::worker
