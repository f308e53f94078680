/// Service's counters: what the GPU counts while a variant runs, and the original.

#include "core/kernel/worker/service_state.h"
#include "core/values/device_name.h"

namespace gevo::worker {

namespace {

Result<CodeCounters> countTests(CudaDevice& gpu, const std::vector<TestCase>& tests, TestRole role, const llvm::Module& original,
                                const llvm::Module& module) {
  std::vector<std::unique_ptr<PreparedTest>> prepared;
  std::vector<const PreparedTest*> counted;
  for (const TestCase& test : tests) {
    if (test.role != role) continue;
    GEVO_TRY_ASSIGN(std::unique_ptr<PreparedTest> one, gpu.prepare(test, original));
    counted.push_back(one.get());
    prepared.push_back(std::move(one));
  }
  return gpu.countCode(counted, module);
}

} // namespace

/// A variant in another configuration runs the tests' recordings in that one.
Result<GpuCounters> Service::counters(const CountersRequest& request) {
  if (!state_) return notLoaded();
  if (state_->failure) return notUsable(*state_->failure);
  if (own_->gpu == nullptr || state_->gpu == nullptr)
    return fail("only a real GPU that replays recorded tests has counters, and this project was not loaded for one");
  const Project& project = own_->project;
  const TestRole role = isGpu(project.build.device) ? timedRole(project.tests) : TestRole::Test;
  GEVO_TRY_ASSIGN(const std::vector<TestCase> configured, state_->tests(*own_));
  GpuCounters counters;
  counters.device = own_->gpu->shownName();
  for (const TestCase& test : project.tests)
    if (test.role == role) counters.tests.push_back(test.arguments);
  if (counters.tests.empty()) return fail("the file has no recorded test that the GPU could replay");

  const std::unique_ptr<llvm::Module> original = optimised(*own_->base, {});
  Result<CodeCounters> counted = countTests(*own_->gpu, project.tests, role, *original, *original);
  if (!counted) return std::unexpected(Error{"the original: " + counted.error().message, counted.error().details});
  counters.original = *std::move(counted);
  const std::unique_ptr<llvm::Module> unedited = optimised(*state_->base, {});
  const std::unique_ptr<llvm::Module> variant = optimised(*state_->base, state_->numbered(request.edits));
  counted = countTests(*state_->gpu, configured, role, *unedited, *variant);
  if (!counted) return std::unexpected(Error{"the variant: " + counted.error().message, counted.error().details});
  counters.variant = *std::move(counted);
  return counters;
}

} // namespace gevo::worker
