#pragma once

/// One process that holds a CUDA context, as seen from the process that runs the GPU.

#include "core/kernel/cuda/replay/replay_messages.h"
#include "core/worker_pool/worker_process.h"

#include <deque>
#include <set>

namespace gevo::cuda {

/// Payloads are shared, since several processes may get the same.
inline std::shared_ptr<const Bytes> share(Bytes bytes) { return std::make_shared<const Bytes>(std::move(bytes)); }

class ContextChild {
public:
  using Clock = std::chrono::steady_clock;

  explicit ContextChild(const ChildProcess& child) : process(child) {}

  void ask(GpuRequest kind, std::shared_ptr<const Bytes> payload, const Hash128& test = {}) {
    expected.push_back({kind, test});
    process.send(static_cast<std::uint32_t>(kind), std::move(payload));
  }

  struct Expectation {
    GpuRequest kind;
    Hash128 test;
  };

  WorkerProcess process;
  bool ready = false;                        ///< its context is open
  bool hung = false;                         ///< killed because it did not end
  std::set<Hash128> tests;                   ///< that it can measure with
  std::deque<Expectation> expected;          ///< answers to come, in order
  std::optional<Clock::time_point> deadline; ///< of the first of them
};

} // namespace gevo::cuda
