#pragma once

/// What a worker does with a request: the only place where IR, simulator and replay meet.

#include "core/run/messages.h"

#include <memory>

namespace gevo::worker {

class Service {
public:
  Service();
  ~Service();

  Result<LoadReply> load(LoadRequest request);
  Result<TryReply> attempt(const TryRequest& request);
  Result<CheckReply> check(const CheckRequest& request);
  Result<InspectReply> inspect(const InspectRequest& request);
  Result<ExportReply> exportArtifact(const ExportRequest& request);

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace gevo::worker
