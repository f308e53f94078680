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

  /// Queues that the shared memory of every multiprocessor is overwritten, so that nothing is right because of what a kernel before left
  /// there.
  Result<void> scrubShared();
  /// Likewise the first bytes of the local memory of each thread that the GPU can run at a time.
  Result<void> scrubLocal();
  static constexpr int localScrubbed = 1024; ///< bytes
  /// Queues that the GPU does nothing for so long: what is queued meanwhile is then run without waiting for the host.
  Result<void> hold(double seconds);
  /// A sum over each region that every change of a word changes. Waits for it.
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
