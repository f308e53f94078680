#pragma once

/// Recorded tests, replayed on the simulated GPU: no host code runs.

#include "core/kernel/toolchain/registers.h"
#include "core/kernel/worker/test_device.h"

namespace gevo::worker {

struct LoadedTest;
struct LoadedWorkload;

class SimulatedDevice : public TestDevice {
public:
  static Result<std::unique_ptr<SimulatedDevice>> open(const Project& project, const EvaluationSettings& settings);

  const std::string& shownName() const override { return shownName_; }
  bool isDeterministic() const override { return true; }
  Result<std::unique_ptr<PreparedTest>> prepare(const TestCase& test, const llvm::Module& original) override;
  Result<std::vector<program::ReplayReport>> run(std::span<const PreparedTest* const> tests, const llvm::Module& module) override;
  Result<std::vector<program::ReplayReport>> screen(std::span<const PreparedTest* const> tests, const llvm::Module& module,
                                                    std::uint64_t draw) override;
  std::map<std::string, std::vector<double>> profile(const PreparedTests& tests, const llvm::Module& module) override;

  /// The two steps of `run`.
  Result<sim::Simulator> decode(const llvm::Module& module, sim::Detail detail = sim::Detail::None) const;
  const sim::Model& model() const { return model_; }
  /// As `prepare` finds it out: what registers of variants are estimated from.
  void estimateRegistersFrom(const llvm::Module& original);
  program::ReplayReport replay(const PreparedTest& test, sim::Simulator& simulator, std::uint64_t draw = 0) const;

  /// Cycles by function and instruction, over traces.
  std::map<std::string, std::vector<double>> profileTraces(const std::vector<const program::Trace*>& traces,
                                                           const llvm::Module& module) const;

private:
  Result<std::unique_ptr<PreparedTest>> prepareWorkload(const TestCase& test, program::Trace trace, sim::Simulator& simulator) const;
  Result<std::unique_ptr<PreparedTest>> prepareInFull(const TestCase& test, program::Trace trace, sim::Simulator& simulator) const;
  program::ReplayReport replayWorkload(const LoadedWorkload& workload, sim::Simulator& simulator) const;
  program::ReplayReport replayInOrders(const LoadedTest& test, sim::Simulator& simulator, std::uint64_t draw) const;

  EvaluationSettings settings_;
  sim::Model model_;
  std::vector<OutputInfo> outputs_;
  sim::KernelRegisters registers_;     ///< the original's
  program::KernelPressures pressures_; ///< the original's, optimised; empty: not known yet
  std::string shownName_;
  bool isRecordedOnGpu_ = false; ///< all but the screens
  bool isRecordedModel_ = true;  ///< the program was recorded on the same simulated machine
  bool isConfigured_ = false;    ///< results are those of another configuration
};

} // namespace gevo::worker
