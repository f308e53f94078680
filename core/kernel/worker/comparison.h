#pragma once

/// A variant on the simulated GPU and, where there is one, on a real one, side by side: `gevo fidelity`.

#include "core/kernel/ir/base_module.h"
#include "core/kernel/worker/cuda_device.h"
#include "core/values/device_comparison.h"

namespace gevo::worker {

class Comparison {
public:
  /// Runs the original on both in every test with the role Test. `gpu` may be null.
  static Result<std::unique_ptr<Comparison>> open(const ir::BaseModule& base, const Project& project, const std::vector<TestCase>& tests,
                                                  const EvaluationSettings& settings, CudaDevice* gpu);

  /// Runs the optimised module of a variant on the simulated GPU, then, if it is valid there, on the real one.
  Result<DeviceComparison> compare(const llvm::Module& module, double relativeError);

private:
  Comparison(CudaDevice* gpu, std::unique_ptr<SimulatedDevice> simulated) : gpu_(gpu), simulated_(std::move(simulated)) {}

  CudaDevice* gpu_;
  std::unique_ptr<SimulatedDevice> simulated_;
  PreparedTests simulatedTests_;
  PreparedTests gpuTests_;
};

} // namespace gevo::worker
