#pragma once

/// What a worker does with a request: the only place where IR, simulator and replay meet.

#include "core/kernel/worker/cascade.h"
#include "core/kernel/worker/cuda_device.h"
#include "core/protocol/compare.h"
#include "core/protocol/configure.h"
#include "core/protocol/counters.h"
#include "core/protocol/evaluate.h"
#include "core/protocol/export.h"
#include "core/protocol/inspect.h"
#include "core/protocol/load.h"
#include "core/protocol/patch.h"
#include "core/protocol/profile.h"
#include "core/protocol/tolerate.h"
#include "core/protocol/validate.h"
#include "core/values/device_comparison.h"
#include "core/values/original_report.h"
#include "core/values/test_report.h"
#include "core/values/variant_texts.h"

#include <memory>
#include <vector>

namespace gevo::ir {
class BaseModule;
}

namespace gevo::worker {

/// Holds one project on one device, in its own configuration and in those it was given last. Every answer is a pure function of the
/// project, the settings and the request; the cache of codes evaluated before changes speed only. May be killed by what LLVM does with
/// hostile code: that is what workers are for.
class Service {
public:
  /// `runsPrograms`: this worker may build and run host programs (host-executed evaluation).
  explicit Service(bool runsPrograms = false);
  ~Service();

  /// The GPU for projects that are evaluated on it, or why there is none.
  void giveGpu(Result<GpuAccess> gpu) { gpu_.emplace(std::move(gpu)); }
  /// Number of the GPU for host-executed evaluations on one.
  void runProgramsOnGpu(int gpu) { liveGpu_ = gpu; }

  /// What `load` is doing.
  void reportTo(Progress progress) { progress_ = std::move(progress); }

  /// Runs the original on the device. Must come first; the others fail without it.
  Result<OriginalReport> load(LoadRequest request);
  /// The project in another configuration. It counts as loaded too where it can't be used: then every variant of it fails for that reason.
  Result<OriginalReport> loadConfiguration(LoadConfigurationRequest request);
  /// Requests after it are about variants in this configuration. False: it is not loaded, or not with these fuzz inputs.
  bool choose(const Configuration& configuration, const std::vector<std::uint32_t>& inputs = {});
  /// The stages of an evaluation: propose, apply, clean up, screen, optimise, tests.
  Result<EvaluateReply> evaluate(const EvaluateRequest& request);
  /// Runs every test again, and the held-out ones.
  Result<ValidationReport> validate(const ValidateRequest& request);
  /// Both for code that no edits made, before any optimisation. The first modifies it.
  Result<EvaluationResult> evaluateModule(llvm::Module& variant);
  Result<ValidationReport> validateModule(const llvm::Module& asEdited, const ValidateRequest& request);
  /// If the project was not loaded for a GPU, the simulated figures only.
  Result<DeviceComparison> compare(const CompareRequest& request);
  Result<VariantTexts> inspect(const InspectRequest& request);
  Result<Heat> profile(const ProfileRequest& request);
  /// If the project was not loaded for a GPU, an error.
  Result<GpuCounters> counters(const CountersRequest& request);
  /// On the simulated GPU, past what rejects the variant.
  Result<TolerantRun> tolerate(const TolerateRequest& request);
  Result<FoundRewrites> findRewrites(const FindRewritesRequest& request);
  /// Code of changed sources is held to the original's tests, and excused what the original does wrong, as a variant is.
  Result<Judged> judge(const JudgeRequest& request);
  Result<ExportedCode> exportArtifact(const ExportRequest& request);

private:
  struct State;
  void dropConfigurations();
  Result<std::vector<Cascade::FuzzInput>> fuzzInputs(const std::vector<ConfiguredInput>& packed) const;
  Result<OriginalReport> open(State& state, LoadRequest request);
  Result<void> openDevice(State& state, const LoadRequest& request);
  Result<void> openGpuDevice(State& state, const LoadRequest& request);
  Result<const ir::BaseModule*> wholeBase();
  Result<const ir::BaseModule*> baseFor(const std::vector<TestCase>& tests);
  Result<ValidationReport> validateOn(const ir::BaseModule& base, const llvm::Module& asEdited, const ValidateRequest& request);
  void forgetOtherValidations();
  Result<EvaluationResult> checkTests(const llvm::Module& asEdited);
  Result<const PreparedTest*> prepareKnown(const TestCase& test, const llvm::Module& original, std::unique_ptr<PreparedTest>& once);
  Result<std::unique_ptr<PreparedTest>> prepareOwn(std::size_t index, const ValidateRequest& request);
  Result<std::unique_ptr<ir::BaseModule>> changedBase(ByteView code) const;
  static double fastestOriginal(State& state, const PreparedTest& test);

  bool runsPrograms_;
  Progress progress_;
  std::optional<Result<GpuAccess>> gpu_;
  std::optional<int> liveGpu_;
  LoadRequest request_;                            ///< without the project
  std::unique_ptr<State> own_;                     ///< in the project's own configuration
  std::vector<std::unique_ptr<State>> configured_; ///< in others, the last used last
  State* state_ = nullptr;                         ///< the chosen one
};

} // namespace gevo::worker
