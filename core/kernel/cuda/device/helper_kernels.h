#pragma once

/// Kernels of our own that make runs of variants comparable.

#include "core/base/bytes.h"
#include "core/kernel/cuda/device/session.h"

#include <array>
#include <vector>

namespace gevo::cuda {

/// Whole 32-bit words of device memory.
struct Region {
  Address address = 0;
  std::uint64_t words = 0;
};

class HelperKernels {
public:
  static Result<HelperKernels> load(Session& session);

  /// Queues overwriting the shared memory of every multiprocessor, so that no result depends on what an earlier kernel left there.
  Result<void> scrubShared();
  /// Likewise for the first bytes of the local memory of each thread slot.
  Result<void> scrubLocal();
  static constexpr int localScrubbed = 1024; ///< bytes
  /// Queues an idle time (seconds): work queued meanwhile then runs without waiting for the host.
  Result<void> hold(double seconds);
  /// Checksum of each region; any change of one word changes it. Waits for the result.
  Result<std::vector<std::uint64_t>> checksums(const std::vector<Region>& regions);

private:
  HelperKernels(Session& session) : session_(&session) {}
  Result<void> launch(Function function, std::array<unsigned, 2> grid, unsigned block, std::uint32_t shared, ByteView parameters);

  Session* session_;
  Function scrub_ = nullptr;
  Function scrubLocal_ = nullptr;
  Function hold_ = nullptr;
  Function checksum_ = nullptr;
};

} // namespace gevo::cuda
