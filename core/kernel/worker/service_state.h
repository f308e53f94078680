#pragma once

/// A project that a worker holds in one configuration, for the files of Service.

#include "core/kernel/ir/numbering.h"
#include "core/kernel/operators/launched_values.h"
#include "core/kernel/operators/mutate.h"
#include "core/kernel/worker/cascade.h"
#include "core/kernel/worker/comparison.h"
#include "core/kernel/worker/device.h"
#include "core/kernel/worker/host_run_gpu_device.h"
#include "core/kernel/worker/service.h"
#include "core/kernel/worker/soundness_original.h"
#include "core/kernel/worker/tolerant_tests.h"
#include "core/protocol/configure.h"
#include "core/values/configured_program.h"

#include <map>

#include <llvm/IR/Module.h>

namespace gevo::worker {

/// What validations compare with, on the tests of the last one: the next is often one on the same.
struct ValidatedOriginal {
  const ir::BaseModule* base = nullptr; ///< of which it is
  std::optional<SoundnessOriginal> soundness;
  std::map<std::pair<TestRole, Hash128>, std::unique_ptr<PreparedTest>> prepared; ///< by role and trace; on the simulated GPU only
};

struct Service::State {
  Project project;
  std::optional<ir::Numbering> numbering;  ///< of a configuration that is not the project's own
  std::vector<TestCase> packed;            ///< of such a one: its tests, whose traces `project` has no more
  std::vector<ConfiguredInput> fuzz;       ///< of such a one: likewise; empty: it can't be tried on any
  std::optional<EvaluationResult> failure; ///< of every variant of a configuration that can't be used
  std::uint64_t traceBytes = 0;            ///< of such a one: that its device holds
  EvaluationSettings settings;
  std::unique_ptr<ir::BaseModule> base;
  std::unique_ptr<ir::BaseModule> wholeBase; ///< `base` with kernels that no test launches; made when needed
  std::unique_ptr<TestDevice> device;
  Operators operators;   ///< that mutations draw here
  Ideas ideas;           ///< that mutations try
  bool evaluates = true; ///< false: this project needs a GPU or host runs, and this device only replays traces
  std::optional<ir::ExecutionProfile> executionProfile; ///< mutation targets to prefer; none: all are equally likely
  ir::LaunchedValues launched;                          ///< in the tests
  std::unique_ptr<Cascade> cascade;                     ///< made when needed: views never evaluate
  CudaDevice* gpu = nullptr;                            ///< `device`, if it is one
  HostRunGpuDevice* liveGpu = nullptr;                  ///< the same
  std::unique_ptr<Comparison> comparison;
  std::optional<TolerantTests> tolerant; ///< made when needed
  ValidatedOriginal validated;

  /// Those of the project, held-out ones apart.
  Result<std::vector<TestCase>> tests(const State& own) const { return numbering ? testsOf(packed, own.project.tests) : project.tests; }
  /// The edits with the numbers of `base`.
  EditList numbered(const EditList& edits) const { return numbering ? numbering->toConfigured(edits) : edits; }
};

std::unique_ptr<llvm::Module> optimised(std::unique_ptr<llvm::Module> module);
std::unique_ptr<llvm::Module> optimised(const ir::BaseModule& base, const EditList& edits);

/// Errors of requests.
std::unexpected<Error> notLoaded();
std::unexpected<Error> notUsable(const EvaluationResult& failure);
std::unexpected<Error> cannotEvaluate();

} // namespace gevo::worker
