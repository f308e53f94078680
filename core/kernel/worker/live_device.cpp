#include "core/kernel/worker/live_device.h"

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
  auto recorded = SimulatedDevice::open(project, settings);
  if (!recorded) return std::unexpected(recorded.error());
  auto place = program::LivePlace::open();
  if (!place) return std::unexpected(place.error());
  auto program = program::buildHostProgram(project, folder, *place);
  if (!program) return std::unexpected(program.error());
  auto runner = program::LiveRunner::make(place->folder() / "run", program->program, folder, project.build.live.files);
  if (!runner) return std::unexpected(runner.error());
  program::LiveJudge judge(project, std::move(program->device), std::move(program->offsets), settings);
  std::unique_ptr<LiveDevice> device(new LiveDevice(std::move(*place), std::move(*runner), std::move(judge), std::move(*recorded)));
  device->scope_ = project.build.live.runtime;
  device->shownName_ = device->recorded_->shownName() + (device->isDeterministic() ? ", live" : " and host, live");
  return device;
}

Result<std::unique_ptr<PreparedTest>> LiveDevice::prepare(const TestCase& test, const llvm::Module& original) {
  auto baseline = program::runOriginal(runner_, judge_, test.arguments, program::bitcodeOf(original));
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
    auto ended = runner_.run(test->arguments, judge_.order(bitcode, &original), program::LiveJudge::limit(original));
    if (!ended) return std::unexpected(ended.error());
    reports.push_back(judge_.judge(std::move(*ended), original));
    if (!reports.back().valid()) break;
  }
  return reports;
}

std::map<std::string, std::vector<double>> LiveDevice::profile(const PreparedTests& tests, const llvm::Module& module) {
  std::vector<program::Tape> tapes;
  for (const auto& test : tests)
    if (auto tape = wire::decode<program::Tape>(live(*test).tape, "recorded test")) tapes.push_back(std::move(*tape));
  std::vector<const program::Tape*> all;
  for (const program::Tape& tape : tapes) all.push_back(&tape);
  return recorded_->profileTapes(all, module);
}

} // namespace gevo::worker
