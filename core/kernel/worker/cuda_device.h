#pragma once

/// Recorded tests on a real GPU: this process generates the code, the process that runs the GPU checks and times it. Screens run on the
/// simulated GPU, which detects what the real one can't: races, undefined values, out-of-bounds accesses that hit other memory.

#include "core/kernel/cuda/server/gpu_client.h"
#include "core/kernel/worker/device.h"
#include "core/kernel/worker/gpu_assembler.h"

#include <map>

namespace gevo::worker {

/// What a worker opens before it locks itself down.
struct GpuAccess {
  cuda::GpuClient client;
  cuda::GpuDescription gpu;
  GpuAssembler assembler;
};
/// Waits until the GPU is open.
Result<GpuAccess> openGpu(const std::string& socket);

/// A variant's machine code, and its results in each test, up to the first that it fails.
struct MeasuredCode {
  Hash128 code;
  std::vector<cuda::Measurement> tests;
};

class CudaDevice : public TestDevice {
public:
  static Result<std::unique_ptr<CudaDevice>> open(const Project& project, const EvaluationSettings& settings, GpuAccess& access);
  /// This device has another configuration of `own`'s program: what that delivers counts, and times are told by its. It outlives this
  /// device, and prepares each test first.
  void compareWith(const CudaDevice& own) { own_ = &own; }

  /// It was prepared, and may be compared with.
  bool knows(const TestCase& test) const { return prepared_.contains({test.role, test.arguments}); }

  const std::string& shownName() const override { return shownName_; }
  bool isDeterministic() const override { return false; }
  bool timesAgainstOriginal() const override { return true; }
  bool screensFirst() const override { return screens_; }
  bool usesScreens() const override { return screens_; }
  Result<std::unique_ptr<PreparedTest>> prepare(const TestCase& test, const llvm::Module& original) override;
  Result<std::vector<program::ReplayReport>> run(std::span<const PreparedTest* const> tests, const llvm::Module& module) override;
  Result<std::vector<program::ReplayReport>> runOther(std::span<const PreparedTest* const> tests, const std::string& ptx) override;
  /// Of the screens, on the simulated GPU; empty without screening, since it may be unable to run the kernels.
  std::map<std::string, std::vector<double>> profile(const PreparedTests& tests, const llvm::Module& module) override;
  const std::vector<KernelResources>& resources() const override { return access_.assembler.resources(); }
  std::vector<std::string> notes() const override { return notes_; }
  void setRemeasure(bool remeasure, bool energy) override {
    remeasure_ = remeasure;
    energy_ = energy;
  }
  /// `tests` of the role Test, at least one; `relativeError` of the measured ratio to reach.
  Result<MeasuredCode> measureCode(std::span<const PreparedTest* const> tests, const llvm::Module& module, double relativeError);
  /// The GPU's counters over tests of that role.
  Result<CodeCounters> countCode(std::span<const PreparedTest* const> tests, const llvm::Module& module);

private:
  CudaDevice(GpuAccess& access, std::unique_ptr<SimulatedDevice> screener) : access_(access), screener_(std::move(screener)) {}
  Result<std::vector<program::ReplayReport>> runCode(std::span<const PreparedTest* const> tests, const Bytes& code, bool rejectWrongOutput);
  Result<program::ReplayReport> measure(const PreparedTest& test, const Bytes& code, bool rejectWrongOutput);

  GpuAccess& access_;
  std::unique_ptr<SimulatedDevice> screener_;
  EvaluationSettings settings_;
  std::vector<OutputInfo> outputs_;
  std::string shownName_;
  bool isRecordedOnGpu_ = false;
  TestRole timedRole_ = TestRole::Test;
  bool hasConfigurations_ = false;                               ///< others will be compared with this one:
  std::map<std::pair<TestRole, std::string>, Hash128> prepared_; ///< by which the GPU knows them, by role and arguments
  const CudaDevice* own_ = nullptr;
  bool screens_ = true;
  bool remeasure_ = false;
  bool energy_ = false;
  std::vector<std::string> notes_;
};

} // namespace gevo::worker
