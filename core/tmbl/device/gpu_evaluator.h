#pragma once

/// Populations on a GPU, by a worker that compiles, loads and runs them (gevo-worker tmbl).

#include "core/tmbl/device/messages.h"
#include "core/tmbl/population_evaluator.h"

#include <memory>
#include <optional>

namespace gevo {
class Spawner;
class WorkerProcess;
} // namespace gevo

namespace gevo::tmbl {

struct GpuSettings {
  std::optional<int> gpu;             ///< its number; nothing: populations are compiled only
  std::string architecture = "sm_90"; ///< that code is made for where there is no GPU
  std::uint32_t threads = 0;          ///< that compile; 0: one for each processor
  std::string workerProgram;          ///< path of gevo-worker; empty: beside the running program
};

class GpuEvaluator : public PopulationEvaluator {
public:
  /// Copies the cases to the GPU. An error if there is none, with what helps.
  static Result<std::unique_ptr<GpuEvaluator>> start(const GpuSettings& settings, const Cases& cases);
  ~GpuEvaluator() override;

  const OpenReply& device() const { return device_; }
  Result<std::vector<ErrorSums>> evaluate(std::span<const Code> population) override;
  /// With every choice, and the times of the steps.
  Result<PopulationReply> run(PopulationRequest request);

private:
  GpuEvaluator();
  Result<Bytes> ask(MessageKind kind, Bytes request);

  std::unique_ptr<Spawner> spawner_;
  std::unique_ptr<WorkerProcess> process_;
  OpenReply device_;
  std::uint32_t threads_ = 0;
};

} // namespace gevo::tmbl
