#pragma once

/// A worker's connection to the process that runs a GPU. Opened before the worker locks itself down.

#include "core/base/descriptor.h"
#include "core/kernel/cuda/replay/replay_messages.h"

namespace gevo::cuda {

struct PreparedOnGpu {
  Hash128 test; ///< names it in orders
  PrepareReply reply;
};

class GpuClient {
public:
  static Result<GpuClient> connect(const std::string& socket);

  /// Each call waits for its reply.
  Result<GpuDescription> describe();
  Result<PreparedOnGpu> prepare(const TestRecipe& recipe);
  Result<Measurement> measure(const MeasureOrder& order);
  Result<CodeCounters> count(const CountOrder& order);

private:
  explicit GpuClient(Descriptor socket) : socket_(std::move(socket)) {}
  template <class Reply> Result<Reply> ask(GpuRequest kind, ByteView payload);
  Descriptor socket_;
};

} // namespace gevo::cuda
