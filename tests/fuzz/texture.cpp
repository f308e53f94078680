/// Any bytes are refused, or describe a texture that a GPU could have: its size in bytes is a number of 64 bits.

#include "tests/fuzz/require.h"

#include "core/kernel/simulator/machine/texture.h"

#include <algorithm>

using namespace gevo;

namespace {

/// Computed without overflow, the extent is the same.
bool extentFits(const sim::Texture& texture) {
  std::uint64_t rows = 0;
  std::uint64_t last = 0;
  std::uint64_t all = 0;
  std::uint64_t count = 0;
  return !__builtin_mul_overflow(texture.height, texture.depth, &count) && !__builtin_mul_overflow(count - 1, texture.pitch, &rows) &&
         !__builtin_mul_overflow(texture.width, std::uint64_t(texture.texelBytes()), &last) && !__builtin_add_overflow(rows, last, &all) &&
         all == texture.extent() && all > 0;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView bytes(data, size);
  const Result<sim::Texture> texture = sim::decodeTexture(bytes);
  if (!texture) return 0;
  fuzz::require(std::ranges::equal(sim::encodeTexture(*texture), bytes), "what was read is written as it was");
  fuzz::require(extentFits(*texture), "the size of a texture fits 64 bits");
  return 0;
}
