#pragma once

/// Where a texture is read, and what its elements are as values. As the CUDA C++ Programming Guide has it (Texture Fetching): linear
/// filtering weighs in 256ths.

#include "core/kernel/simulator/code/code.h"

#include <cstring>

namespace gevo::sim {

/// Where a lane reads along one dimension: an element and the weight of the next, in 256ths.
struct TexturePosition {
  std::int64_t element;
  unsigned next;
  /// The share of this element (step 0) or the next (step 1).
  float weight(unsigned step) const { return static_cast<float>(step == 0 ? 256 - next : next) / 256; }
};

TexturePosition texturePosition(const Texture& texture, float coordinate, std::uint64_t size);
/// The element that is read for one that may lie outside; nothing: the border, which is 0.
std::optional<std::uint64_t> textureElement(AddressMode mode, bool isNormalised, std::int64_t element, std::uint64_t size);
/// A channel of an element, as it is in memory.
inline std::uint32_t channelBits(const std::uint8_t* bytes, unsigned count) {
  // Each width has a copy of its own: a store of one byte that is read back as four would stall.
  const auto read = [bytes]<class Channel>(Channel bits) -> std::uint32_t {
    std::memcpy(&bits, bytes, sizeof bits);
    return bits;
  };
  return count == 1 ? read(std::uint8_t{}) : count == 2 ? read(std::uint16_t{}) : read(std::uint32_t{});
}
float channelAsFloat(const Texture& texture, std::uint32_t bits);
std::uint32_t channelAsInteger(const Texture& texture, std::uint32_t bits);

} // namespace gevo::sim
