#pragma once

/// Recorded tests on a real GPU: this process makes the code, the process that runs the GPU checks and times it. Screens stay on the
/// simulated GPU, which costs the real one nothing and sees what that can't: races, undefined values, accesses out of bounds that hit other
/// memory.

#include "core/kernel/cuda/host/gpu_client.h"
#include "core/kernel/worker/device.h"
#include "core/kernel/worker/gpu_assembler.h"

namespace gevo::worker {

/// What a worker must have opened before it locks itself down.
struct GpuAccess {
  cuda::GpuClient client;
  cuda::GpuDescription gpu;
  GpuAssembler assembler;
};
/// Waits until the GPU is open.
Result<GpuAccess> openGpu(const std::string& socket);

/// A variant's machine code, and how it did in each test, up to the first that it did not pass.
struct MeasuredCode {
  Hash128 code;
  std::vector<cuda::Measurement> tests;
};

class CudaDevice : public TestDevice {
public:
  static Result<std::unique_ptr<CudaDevice>> open(const Project& project, const EvaluationSettings& settings, GpuAccess& access);

  const std::string& shownName() const override { return shownName_; }
  bool isDeterministic() const override { return false; }
  bool timesAgainstOriginal() const override { return true; }
  bool screensFirst() const override { return screens_; }
  bool usesScreens() const override { return screens_; }
  Result<std::unique_ptr<PreparedTest>> prepare(const TestCase& test, const llvm::Module& original) override;
  Result<std::vector<program::ReplayReport>> run(std::span<const PreparedTest* const> tests, const llvm::Module& module) override;
  Result<std::vector<program::ReplayReport>> runOther(std::span<const PreparedTest* const> tests, const std::string& ptx) override;
  /// Of the recorded launches, on the simulated GPU; none without screening, for it may not be able to run the kernels.
  std::map<std::string, std::vector<double>> profile(const PreparedTests& tests, const llvm::Module& module) override;
  const std::vector<KernelResources>& resources() const override { return access_.assembler.resources(); }
  std::vector<std::string> notes() const override { return notes_; }
  void measureAnew(bool anew, bool energy) override {
    anew_ = anew;
    energy_ = energy;
  }
  /// `tests` of the role Test, at least one; `relativeError` of the measured ratio to reach.
  Result<MeasuredCode> measureCode(std::span<const PreparedTest* const> tests, const llvm::Module& module, double relativeError);

private:
  CudaDevice(GpuAccess& access, std::unique_ptr<SimulatedDevice> screener) : access_(access), screener_(std::move(screener)) {}
  Result<std::vector<program::ReplayReport>> runCode(std::span<const PreparedTest* const> tests, const Bytes& code, bool judged);
  Result<program::ReplayReport> measure(const PreparedTest& test, const Bytes& code, bool judged);

  GpuAccess& access_;
  std::unique_ptr<SimulatedDevice> screener_;
  EvaluationSettings settings_;
  std::vector<OutputInfo> outputs_;
  std::string shownName_;
  bool screens_ = true;
  bool anew_ = false;
  bool energy_ = false;
  std::vector<std::string> notes_;
};

} // namespace gevo::worker
