#include "core/kernel/simulator/execute/memory/local_memory.h"

#include <algorithm>
#include <cstring>

namespace gevo::sim {

namespace {
/// What local memory holds until somebody writes it. Not zero: a variant without an initialisation must not be right by luck.
constexpr std::uint8_t unwritten = 0xA5;
} // namespace

void LocalMemory::clear() {
  bytes_.clear();
  written_.clear();
  bytesPerLane_ = 0;
}

Bytes LocalMemory::grown(const Bytes& old, std::uint32_t bytesPerLane, std::uint8_t fill) const {
  Bytes result(static_cast<std::size_t>(bytesPerLane) * laneCount, fill);
  for (unsigned lane = 0; lane < laneCount; ++lane)
    std::memcpy(result.data() + static_cast<std::size_t>(lane) * bytesPerLane, old.data() + static_cast<std::size_t>(lane) * bytesPerLane_,
                bytesPerLane_);
  return result;
}

void LocalMemory::grow(std::uint32_t bytesPerLane) {
  if (bytesPerLane <= bytesPerLane_) return;
  if (bytesPerLane_ == 0) { // takes the room that earlier blocks had
    bytes_.assign(static_cast<std::size_t>(bytesPerLane) * laneCount, unwritten);
    written_.assign(bytes_.size(), 0);
  } else {
    bytes_ = grown(bytes_, bytesPerLane, unwritten);
    written_ = grown(written_, bytesPerLane, 0);
  }
  bytesPerLane_ = bytesPerLane;
}

void LocalMemory::startThreadBlock(std::uint32_t kernelBytesPerLane) {
  bytesPerLane_ = 0;
  grow(kernelBytesPerLane);
}

void LocalMemory::overwrite(std::uint32_t begin, std::uint32_t bytes, Mask lanes) {
  if (bytes == 0) return;
  for (unsigned lane = 0; lane < laneCount; ++lane)
    if (lanes >> lane & 1U) std::memset(bytes_.data() + static_cast<std::size_t>(lane) * bytesPerLane_ + begin, unwritten, bytes);
}

} // namespace gevo::sim
