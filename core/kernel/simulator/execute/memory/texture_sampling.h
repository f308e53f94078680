#pragma once

/// Where a texture is read, and what its elements are as values. As the CUDA C++ Programming Guide has it (Texture Fetching): linear
/// filtering weighs in 256ths. How these are rounded was measured on an H100; docs/internals/simulator.md has the rules.

#include "core/kernel/simulator/code/code.h"

#include <array>
#include <cstring>

namespace gevo::sim {

/// Where a lane reads along one dimension: an element and the weight of the next, in 256ths.
struct TexturePosition {
  std::int64_t element;
  unsigned next;
};

/// The weights of the elements that a lane reads, in 256ths, which they add up to: of an element `right`, `down` and `deep` of the first at
/// [4 * deep + 2 * down + right].
using TextureWeights = std::array<std::uint16_t, 8>;
TextureWeights textureWeights(unsigned nextColumn, unsigned nextRow, unsigned nextSlice);
/// What a sum of weighted channels is as a float; those of integers are weighted as they are in memory.
float filteredChannel(const Texture& texture, double sum);

/// `dimension`: 0 to 2, of which the texture has `size` elements.
TexturePosition texturePosition(const Texture& texture, unsigned dimension, float coordinate, std::uint64_t size);
/// The element that is read for one that may lie outside; nothing: the border, which is 0.
std::optional<std::uint64_t> textureElement(AddressMode mode, bool isNormalised, std::int64_t element, std::uint64_t size);
/// The layer that is read for one that may not exist: the last.
std::uint64_t textureLayer(const Texture& texture, std::uint32_t layer);
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
