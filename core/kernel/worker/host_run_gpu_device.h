#pragma once

/// Tests of a project that is judged live, on a real GPU: its host program runs there with a variant's kernels, again and again, beside the
/// original's. Screens run it on the simulated GPU. Programs of all workers run at once, but take turns on the GPU.
///
/// A process of this worker's keeps the context that programs run in, which takes the driver some tenths of a second to make, one after the
/// other for the whole machine. Times are held against the median of the original's latest, which runs again beside each variant that is
/// measured anew, and about once a second in a search. There a variant is run three times, or once where it is slower at first sight; those
/// of the front are measured anew.

#include "core/kernel/cuda/lease/lease_server_process.h"
#include "core/kernel/cuda/replay/timing.h"
#include "core/kernel/worker/gpu_assembler.h"
#include "core/kernel/worker/host_run_device.h"

#include <deque>

namespace gevo::worker {

struct HostRunGpuTest;

class HostRunGpuDevice : public TestDevice {
public:
  /// `gpu`: its number.
  static Result<std::unique_ptr<HostRunGpuDevice>> open(const Project& project, const EvaluationSettings& settings,
                                                        const std::filesystem::path& folder, int gpu);

  const std::string& shownName() const override { return shownName_; }
  bool isDeterministic() const override { return false; }
  bool timesAgainstOriginal() const override { return true; }
  bool screensFirst() const override { return screens_; }
  bool usesScreens() const override { return screens_; }
  std::vector<std::string> notes() const override { return notes_; }
  Result<std::unique_ptr<PreparedTest>> prepare(const TestCase& test, const llvm::Module& original) override;
  Result<std::vector<program::ReplayReport>> run(std::span<const PreparedTest* const> tests, const llvm::Module& module) override;
  Result<std::vector<program::ReplayReport>> runOther(std::span<const PreparedTest* const> tests, const std::string& ptx) override;
  const std::vector<KernelResources>& resources() const override { return resources_; }
  void measureAnew(bool anew, bool /*energy*/) override { glances_ = !anew; }
  /// Of the recorded launches, on the simulated GPU; none without screening, for it may not be able to run the kernels.
  std::map<std::string, std::vector<double>> profile(const PreparedTests& tests, const llvm::Module& module) override;

private:
  HostRunGpuDevice(std::shared_ptr<program::HostRunProgram> program, std::unique_ptr<HostRunDevice> screener,
                   std::unique_ptr<cuda::LeaseServerProcess> server, GpuAssembler assembler)
      : program_(std::move(program)), screener_(std::move(screener)), server_(std::move(server)), assembler_(std::move(assembler)) {}
  Result<Bytes> makeCode(const llvm::Module& module);
  program::HostRunOrder order(Bytes module, Bytes code, const program::HostRunBaseline* original) const;
  Result<program::HostRun> runProgram(const std::string& arguments, program::HostRunOrder order, std::chrono::milliseconds limit,
                                      std::chrono::microseconds launchLimit);
  Result<program::HostRunBaseline> runOriginalOnce(const std::string& arguments, const program::HostRunOrder& order);
  Result<program::HostRunBaseline> runOriginal(const std::string& arguments, const program::HostRunOrder& order, std::deque<float>& times);
  Result<std::vector<program::ReplayReport>> runCode(std::span<const PreparedTest* const> tests, const Bytes& module, const Bytes& code,
                                                     const program::HostRunEvaluator& judge);
  /// The median of the latest runs of the original, one of which comes now if the last is not of just now, and its relative error.
  cuda::RatioEstimate timeOriginal(const HostRunGpuTest& test);
  /// One run of the variant, or two where the first may have failed for what others had the machine do.
  Result<program::ReplayReport> runOnce(const HostRunGpuTest& test, const Bytes& module, const Bytes& code,
                                        const program::HostRunEvaluator& judge);
  Result<program::ReplayReport> measure(const HostRunGpuTest& test, const Bytes& module, const Bytes& code,
                                        const program::HostRunEvaluator& judge);

  std::shared_ptr<program::HostRunProgram> program_;
  std::unique_ptr<HostRunDevice> screener_;
  std::unique_ptr<cuda::LeaseServerProcess> server_;
  GpuAssembler assembler_;
  std::optional<program::HostRunEvaluator> lenient_; ///< of the original as another compiler made it
  EvaluationSettings settings_;
  bool screens_ = true;
  std::vector<std::string> notes_;
  std::string shownName_;
  std::string gpuName_;  ///< "cuda:0"
  bool glances_ = false; ///< at variants of a search
  std::vector<KernelResources> resources_;
};

} // namespace gevo::worker
