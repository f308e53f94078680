/// Service's profile: where the time of a variant goes, beside the original's.

#include "core/kernel/heat/counted_tests.h"
#include "core/kernel/heat/line_heat.h"
#include "core/kernel/worker/service_state.h"
#include "core/values/device_name.h"

namespace gevo::worker {

namespace {

/// Which times a module as evaluations do.
Result<std::unique_ptr<SimulatedDevice>> timingDevice(const Project& project, const EvaluationSettings& settings,
                                                      const llvm::Module& original) {
  GEVO_TRY_ASSIGN(std::unique_ptr<SimulatedDevice> device, SimulatedDevice::open(project, settings));
  device->estimateRegistersFrom(original);
  return device;
}

Result<program::CountedTests> count(const SimulatedDevice& device, const llvm::Module& module, const std::vector<TestCase>& tests,
                                    const program::CountedTests* original, const EvaluationSettings& settings) {
  GEVO_TRY_ASSIGN(sim::Simulator simulator, device.decode(module, sim::Detail::Counters));
  return program::countTests(tests, simulator, original, settings.budgetFactor);
}

} // namespace

/// On the simulated GPU, whatever variants are evaluated on. A variant in another configuration runs the tests' recordings in that one.
Result<Heat> Service::profile(const ProfileRequest& request) {
  if (!state_) return notLoaded();
  if (state_->failure) return notUsable(*state_->failure);
  const Project& project = own_->project;
  GEVO_TRY_ASSIGN(const std::vector<TestCase> configured, state_->tests(*own_));
  const bool isRecordedOnGpu = isGpu(project.build.device);
  const std::vector<TestCase> before = program::testsToCount(project.tests, isRecordedOnGpu);
  const std::vector<TestCase> after = program::testsToCount(configured, isRecordedOnGpu);
  if (before.empty() || after.empty()) return fail("the file has no recorded test that the simulated GPU could replay");

  const std::unique_ptr<llvm::Module> original = optimised(*own_->base, {});
  const std::unique_ptr<llvm::Module> variant = optimised(*state_->base, state_->numbered(request.edits));
  GEVO_TRY_ASSIGN(const std::unique_ptr<SimulatedDevice> device, timingDevice(project, own_->settings, *original));
  const Result<program::CountedTests> ofOriginal = count(*device, *original, before, nullptr, own_->settings);
  if (!ofOriginal) return fail("the original can't be replayed on the simulated GPU: {}", ofOriginal.error().message);
  Result<program::CountedTests> ofVariant;
  if (state_->numbering) {
    // Registers and launches are those of its configuration.
    const std::unique_ptr<llvm::Module> unedited = optimised(*state_->base, {});
    GEVO_TRY_ASSIGN(const std::unique_ptr<SimulatedDevice> other, timingDevice(state_->project, state_->settings, *unedited));
    ofVariant = count(*other, *variant, after, nullptr, state_->settings);
  } else {
    ofVariant = count(*device, *variant, after, &*ofOriginal, own_->settings);
  }
  if (!ofVariant) return fail("the variant does not run its tests to the end: {}", ofVariant.error().message);

  Heat heat;
  heat.device = device->shownName();
  for (const TestCase& test : before) heat.tests.push_back(test.arguments);
  heat.kernels = program::kernelHeat({ofOriginal->kernels, program::SourceLinesOf(*original, project.sources)},
                                     {ofVariant->kernels, program::SourceLinesOf(*variant, project.sources)}, device->model());
  return heat;
}

} // namespace gevo::worker
