#pragma once

/// The local memory of a warp's threads: lane after lane, as much for each as its functions need.

#include "core/base/bytes.h"
#include "core/kernel/simulator/code/code.h"

namespace gevo::sim {

class LocalMemory {
public:
  std::uint8_t* bytes() { return bytes_.data(); }
  /// Per byte: 1 once the thread wrote it.
  std::uint8_t* written() { return written_.data(); }
  std::uint32_t bytesPerLane() const { return bytesPerLane_; }

  void clear();
  /// At least so much for each lane; what is there stays.
  void grow(std::uint32_t bytesPerLane);
  /// Nobody has called or written anything yet. What earlier blocks needed is out of bounds again, so that an access is in bounds in each
  /// order of blocks or in none.
  void startThreadBlock(std::uint32_t kernelBytesPerLane);
  /// What an earlier call left in the lanes' bytes from `begin` on is not an initial value.
  void overwrite(std::uint32_t begin, std::uint32_t bytes, Mask lanes);

private:
  Bytes grown(const Bytes& old, std::uint32_t bytesPerLane, std::uint8_t fill) const;

  Bytes bytes_;
  Bytes written_;
  std::uint32_t bytesPerLane_ = 0;
};

} // namespace gevo::sim
