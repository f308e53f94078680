#pragma once

/// Host-executed evaluation: the project's program runs with a variant's kernels on the simulated GPU, in a private copy of its folder.
/// Runs host code, so it is used only in a worker that may start programs, for a file that its owner trusts.

#include "core/kernel/host_run/host_run_program.h"
#include "core/kernel/worker/device.h"

namespace gevo::worker {

class HostRunDevice : public TestDevice {
public:
  /// Builds the program from its sources in `folder`, where its relative paths start.
  static Result<std::unique_ptr<HostRunDevice>> open(const Project& project, const EvaluationSettings& settings,
                                                     const std::filesystem::path& folder);
  /// With a program that other devices may share.
  static Result<std::unique_ptr<HostRunDevice>> open(const Project& project, const EvaluationSettings& settings,
                                                     std::shared_ptr<program::HostRunProgram> program);

  const std::string& shownName() const override { return shownName_; }
  bool isDeterministic() const override { return scope_ == RuntimeScope::Kernels; }
  /// A separate screen would cost a run of the program.
  bool screensFirst() const override { return false; }
  Result<std::unique_ptr<PreparedTest>> prepare(const TestCase& test, const llvm::Module& original) override;
  Result<std::vector<program::ReplayReport>> run(std::span<const PreparedTest* const> tests, const llvm::Module& module) override;
  /// Of the recorded launches.
  std::map<std::string, std::vector<double>> profile(const PreparedTests& tests, const llvm::Module& module) override;

  /// `traces`: recorded tests, encoded.
  std::map<std::string, std::vector<double>> profileTraces(const std::vector<const SharedBytes*>& traces, const llvm::Module& module);

private:
  HostRunDevice(std::shared_ptr<program::HostRunProgram> program, std::unique_ptr<SimulatedDevice> recorded)
      : program_(std::move(program)), recorded_(std::move(recorded)) {}

  std::shared_ptr<program::HostRunProgram> program_;
  std::unique_ptr<SimulatedDevice> recorded_;
  RuntimeScope scope_ = RuntimeScope::Kernels;
  std::string shownName_;
};

} // namespace gevo::worker
