#include "core/kernel/worker/comparison.h"

#include "core/kernel/ir/pipeline.h"

#include <llvm/IR/Module.h>

namespace gevo::worker {

namespace {

std::vector<const PreparedTest*> pointers(const PreparedTests& tests) {
  std::vector<const PreparedTest*> all;
  for (const auto& test : tests) all.push_back(test.get());
  return all;
}

/// An error of one variant, not of the file.
DeviceComparison unsupported(const Error& error, bool onGpu) {
  DeviceComparison reply;
  reply.reason = Reason::Unsupported;
  reply.message = error.details.empty() ? error.message : error.message + ": " + error.details;
  reply.onGpu = onGpu;
  return reply;
}

} // namespace

Result<std::unique_ptr<Comparison>> Comparison::open(const ir::BaseModule& base, const Project& project, const std::vector<TestCase>& tests,
                                                     const EvaluationSettings& settings, CudaDevice* gpu) {
  GEVO_TRY_ASSIGN(std::unique_ptr<SimulatedDevice> simulated, SimulatedDevice::open(project, settings));
  std::unique_ptr<Comparison> comparison(new Comparison(gpu, std::move(simulated)));
  const auto original = base.original();
  ir::cleanUp(*original);
  ir::optimise(*original);
  for (const TestCase& test : tests) {
    if (test.role != timedRole(tests)) continue;
    GEVO_TRY_ASSIGN(std::unique_ptr<PreparedTest> onSimulated, comparison->simulated_->prepare(test, *original));
    comparison->simulatedTests_.push_back(std::move(onSimulated));
    if (gpu == nullptr) continue;
    GEVO_TRY_ASSIGN(std::unique_ptr<PreparedTest> onGpu, gpu->prepare(test, *original));
    comparison->gpuTests_.push_back(std::move(onGpu));
  }
  if (comparison->simulatedTests_.empty()) return fail("the project has no test to compare times in");
  return comparison;
}

Result<DeviceComparison> Comparison::compare(const llvm::Module& module, double relativeError) {
  DeviceComparison reply;
  Result<std::vector<program::ReplayReport>> simulated = simulated_->run(pointers(simulatedTests_), module);
  if (!simulated) return unsupported(simulated.error(), false);
  if (!simulated->back().valid()) {
    reply.reason = simulated->back().reason;
    reply.message = std::move(simulated->back().message);
    return reply;
  }
  if (gpu_ == nullptr) {
    for (std::size_t i = 0; i < simulated->size(); ++i)
      reply.tests.push_back({(*simulated)[i].microseconds, simulatedTests_[i]->microseconds});
    return reply;
  }
  Result<MeasuredCode> measured = gpu_->measureCode(pointers(gpuTests_), module, relativeError);
  if (!measured) return unsupported(measured.error(), true);
  reply.onGpu = true;
  reply.code = measured->code;
  if (cuda::Measurement& last = measured->tests.back(); !last.valid()) {
    reply.reason = last.reason;
    reply.message = std::move(last.message);
    return reply;
  }
  for (std::size_t i = 0; i < measured->tests.size(); ++i) {
    const cuda::Measurement& test = measured->tests[i];
    reply.tests.push_back({(*simulated)[i].microseconds, simulatedTests_[i]->microseconds, test.microseconds, gpuTests_[i]->microseconds,
                           test.relativeError});
  }
  return reply;
}

} // namespace gevo::worker
