#pragma once

/// One build of a project, step by step. Every step returns its first error. Steps that compile are in compile_steps.cpp, those that record
/// in record_steps.cpp, and those that try what was recorded in check_steps.cpp.

#include "core/kernel/build/build.h"
#include "core/kernel/build/kernel_choice.h"
#include "core/kernel/build/record_workload.h"
#include "core/kernel/compile/compile.h"
#include "core/kernel/ir/parameter_reads.h"
#include "core/kernel/trace/program_outputs.h"
#include "core/kernel/trace/record.h"
#include "core/kernel/trace/replay.h"

#include <optional>
#include <set>

namespace gevo::program {

class ProjectBuilder {
public:
  ProjectBuilder(BuildInputs request, Progress progress, FindGpu findGpu, CompilerSetup setup)
      : request_(std::move(request)), progress_(std::move(progress)), findGpu_(std::move(findGpu)), setup_(std::move(setup)) {}

  Result<BuiltProject> run();
  /// Of another configuration: what comes before its tests.
  Result<void> compileConfiguration();
  /// May be repeated, with other tests.
  Result<ConfigurationBuild> recordConfiguration(std::vector<TestCase> tests, const std::set<std::string>& decisions,
                                                 const OwnWorkloads& own, Progress progress);

private:
  // Compiling
  Result<void> checkInput();
  /// The GPU that the program sees, and the architecture that it is compiled for.
  Result<void> chooseDevice();
  Result<void> compileDevice();
  Result<void> prepare();
  Result<void> compileHost();
  /// The original compiled by nvcc, which runs on a real GPU measure too.
  Result<void> compileOther();
  Result<void> collectSources();
  Result<void> findParameters();

  // Recording
  RecordRequest runOf(std::size_t test) const;
  Result<void> recordTest(std::size_t test, std::vector<std::string>& unsupportedCalls);
  Result<void> recordSampled(std::size_t test);
  Result<void> record();
  Result<void> describe();
  /// Marks copies that the host decides by. In host-executed evaluations the program decides by itself.
  Result<void> decide(const std::set<std::uint32_t>& candidates);

  // Trying what was recorded
  Result<void> compareRuns();
  /// Replay needs kernels that repeat their results.
  Result<void> replayTwice();
  void noteSamples(std::size_t test);
  /// What it finds is compared with what the program's own configuration does.
  Result<void> replayOnce();
  /// Programs near the functions that are to be replaced become part of the base.
  Result<void> synthesise();
  /// A host-executed program may notice in another way than by its copies.
  Result<void> scoreTests();
  /// For host-executed evaluations the original has to do the same twice in a private copy of its folder. On a GPU the caller checks that.
  Result<void> runLive();
  /// After the sources, whose lines are told.
  Result<void> coverTests();

  bool isConfiguration() const { return configuredDecisions_.has_value(); }
  bool isStatistical() const { return request_.settings.statisticalRuns > 0; }
  bool isFuzz(std::size_t test) const { return request_.tests[test].role == TestRole::Fuzz; }
  /// On the simulated GPU. What it launches beside is not what the tests notice.
  bool isSampled(std::size_t test) const { return !gpu_ && request_.tests[test].role == TestRole::Workload; }
  const HostRunSettings& live() const { return reply_.project.build.hostRun; }
  /// Screens run on the simulated GPU, so they are recorded there.
  bool onGpu(std::size_t test) const { return gpu_ && request_.tests[test].role != TestRole::Screen; }
  std::filesystem::path basePath() const { return setup_.scratch / "base.bc"; }
  void report(const std::string& message) const;
  /// One note for each line or pair of lines, whatever the threads.
  void noteOnce(std::vector<std::string> notes);
  void noteOnce(std::string note);

  BuildInputs request_;
  Progress progress_;
  const FindGpu findGpu_;
  CompilerSetup setup_;
  InputFiles files_;
  std::vector<OutputRequest> outputRequests_;
  std::vector<std::filesystem::path> deviceFiles_;
  Bytes deviceCode_;
  DeviceDescription device_;
  sim::Model model_;
  std::optional<sim::Simulator> simulator_;
  ir::ParameterReads parameterReads_;
  Bytes original_;                  ///< optimised bitcode
  std::optional<RecordingGpu> gpu_; ///< that the program runs on; nothing for a simulated one
  std::filesystem::path gpuCode_;
  std::filesystem::path program_;
  std::vector<Trace> traces_;
  std::vector<std::string> problems_;                        ///< per trace: why there is none, of a fuzz input
  std::vector<RunTimes> times_;                              ///< of the runs that recorded them
  OwnWorkloads ownWorkloads_;                                ///< of another configuration
  std::optional<std::set<std::string>> configuredDecisions_; ///< of another configuration: outputs that the host decides by
  std::vector<ReplayReport> replayed_;
  BuiltProject compiled_; ///< of another configuration: the reply before tests were recorded
  BuiltProject reply_;
};

} // namespace gevo::program
