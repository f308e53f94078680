#pragma once

/// What gevo-worker tmbl does for each request (core/tmbl/device/messages.h).

#include "core/kernel/cuda/tmbl/population_runner.h"

namespace gevo::cuda {

class PopulationService {
public:
  /// `gpu`: nothing: populations are compiled, and not run.
  explicit PopulationService(std::optional<int> gpu) : gpu_(gpu) {}

  Result<tmbl::OpenReply> open(const tmbl::OpenRequest& request);
  /// An error before `open`.
  Result<tmbl::PopulationReply> evaluate(const tmbl::PopulationRequest& request);

private:
  std::optional<int> gpu_;
  std::optional<JitLink> assembler_;
  PopulationTarget target_;
  std::unique_ptr<Session> session_;
  std::optional<PopulationRunner> runner_; ///< nothing without a GPU
};

} // namespace gevo::cuda
