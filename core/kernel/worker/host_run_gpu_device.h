#pragma once

/// Host-executed evaluation on a real GPU: the project's program runs there repeatedly with a variant's kernels, beside the original's.
/// Screens run on the simulated GPU. Programs of all workers run at the same time, but share the GPU by a lock.
///
/// A lease server of this worker keeps the CUDA context of the programs, since the driver makes contexts one at a time for the whole
/// machine, some tenths of a second each. Times are compared with the median of the original's latest runs. The original runs again beside
/// each variant that is remeasured, and about once a second in a search. A search runs a variant three times, or once if it is clearly
/// slower at first; variants of the front are remeasured.

#include "core/kernel/cuda/lease/lease_server_process.h"
#include "core/kernel/cuda/replay/timing.h"
#include "core/kernel/worker/gpu_assembler.h"
#include "core/kernel/worker/host_run_device.h"

#include <deque>
#include <functional>
#include <map>

namespace gevo::worker {

struct HostRunGpuTest;

class HostRunGpuDevice : public TestDevice {
public:
  /// `gpu`: its number.
  static Result<std::unique_ptr<HostRunGpuDevice>> open(const Project& project, const EvaluationSettings& settings,
                                                        const std::filesystem::path& folder, int gpu);

  /// This device has another configuration of `own`'s program, and times are told by its. It outlives this device, and prepares each test
  /// first.
  void compareWith(HostRunGpuDevice& own) { own_ = &own; }

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
  void setRemeasure(bool remeasure, bool /*energy*/) override { glances_ = !remeasure; }
  /// Of the recorded launches, on the simulated GPU; empty without screening, since it may be unable to run the kernels.
  std::map<std::string, std::vector<double>> profile(const PreparedTests& tests, const llvm::Module& module) override;

private:
  HostRunGpuDevice(std::shared_ptr<program::HostRunProgram> program, std::unique_ptr<HostRunDevice> screener,
                   std::unique_ptr<cuda::LeaseServerProcess> server, GpuAssembler assembler)
      : program_(std::move(program)), screener_(std::move(screener)), server_(std::move(server)), assembler_(std::move(assembler)) {}
  Result<Bytes> makeCode(const llvm::Module& module);
  program::HostRunOrder order(Bytes module, Bytes code, const program::HostRunBaseline* original) const;
  Result<program::HostRun> runProgram(const std::string& arguments, program::HostRunOrder order, const WorkLimit& limit,
                                      std::chrono::microseconds launchLimit, program::Start start);
  Result<program::HostRunBaseline> runOriginalOnce(const std::string& arguments, const program::HostRunOrder& order, program::Start start);
  using Ran = std::function<Result<void>(const program::HostRunBaseline&)>;
  Result<program::HostRunBaseline> runOriginal(const std::string& arguments, const program::HostRunOrder& order, const Ran& ran);
  Result<std::vector<program::ReplayReport>> runCode(std::span<const PreparedTest* const> tests, const Bytes& module, const Bytes& code,
                                                     const program::HostRunEvaluator& evaluator);
  /// The median of the latest runs of the original and its relative error; runs it again if the last run is too old.
  cuda::RatioEstimate timeOriginal(const HostRunGpuTest& test);
  /// One run of the variant, or a second if the first may have failed because of load on the machine.
  Result<program::ReplayReport> runOnce(const HostRunGpuTest& test, const Bytes& module, const Bytes& code,
                                        const program::HostRunEvaluator& evaluator);
  Result<program::ReplayReport> measure(const HostRunGpuTest& test, const Bytes& module, const Bytes& code,
                                        const program::HostRunEvaluator& evaluator);

  std::shared_ptr<program::HostRunProgram> program_;
  std::unique_ptr<HostRunDevice> screener_;
  std::unique_ptr<cuda::LeaseServerProcess> server_;
  GpuAssembler assembler_;
  std::optional<program::HostRunEvaluator> lenient_; ///< for the original made by another compiler
  EvaluationSettings settings_;
  bool screens_ = true;
  std::vector<std::string> notes_;
  std::string shownName_;
  std::string gpuName_;  ///< "cuda:0"
  bool glances_ = false; ///< fewer runs, as in a search
  std::vector<KernelResources> resources_;

  struct KnownOriginal {
    program::HostRunOrder order;
    double microseconds = 0;
  };
  bool hasConfigurations_ = false;                                     ///< others will be compared with this one:
  std::map<std::pair<TestRole, std::string>, KnownOriginal> prepared_; ///< by role and arguments
  HostRunGpuDevice* own_ = nullptr;
};

} // namespace gevo::worker
