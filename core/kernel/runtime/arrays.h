#pragma once

/// Arrays and the descriptions of their elements, and what a texture object was made from.

#include "core/kernel/runtime/abi.h"
#include "core/kernel/simulator/machine/texture.h"

#include <cstdint>
#include <optional>

namespace gevo::cuda {

/// cudaChannelFormatDesc: bits of the components and their kind.
struct ChannelFormat {
  int x, y, z, w;
  int kind;
};

/// A texture's element from a channel descriptor: 1, 2 or 4 equal channels of 8, 16 or 32 bits.
struct Texel {
  sim::TexelKind kind = sim::TexelKind::Float;
  std::uint8_t bits = 32;
  std::uint8_t channels = 1;
  unsigned bytes() const { return static_cast<unsigned>(bits) / 8 * channels; }
};
std::optional<Texel> texelOf(const ChannelFormat& format);

/// Flags of cudaMallocArray.
namespace array_flag {
inline constexpr unsigned layered = 1;
inline constexpr unsigned surface = 2;
inline constexpr unsigned cubemap = 4;
inline constexpr unsigned gather = 8;
} // namespace array_flag

/// A one-dimensional array has no height, one of two dimensions no depth. Rows and slices follow each other in memory.
struct Array {
  ChannelFormat format{};
  Texel texel;
  std::uint64_t width = 0; ///< elements
  std::uint64_t height = 0;
  std::uint64_t pitch = 0; ///< bytes from row to row
  unsigned flags = 0;
  std::uint64_t depth = 0; ///< slices, or layers
  bool isLayered() const { return (flags & array_flag::layered) != 0; }
  std::uint64_t rows() const { return height == 0 ? 1 : height; } ///< of a slice
  std::uint64_t slices() const { return depth == 0 ? 1 : depth; }
  std::uint64_t slicePitch() const { return pitch * rows(); }
  std::uint64_t rowBytes() const { return width * texel.bytes(); }
};

/// cudaResourceDesc.
struct Resource {
  struct Linear {
    void* pointer;
    ChannelFormat format;
    std::size_t size; ///< bytes
  };
  struct Plane {
    void* pointer;
    ChannelFormat format;
    std::size_t width; ///< elements
    std::size_t height;
    std::size_t pitch; ///< bytes
  };

  int type;
  union {
    void* array;
    Linear linear;
    Plane plane;
    int reserved[32];
  };
  unsigned flags;
};
/// cudaTextureDesc.
struct Sampling {
  int modes[3];
  int filter;
  int readMode;
  int isSrgb;
  float border[4];
  int normalisedPositions;
  unsigned maxAnisotropy;
  int mipmapFilter;
  float mipmapBias;
  float mipmapLeast;
  float mipmapMost;
  int disableTrilinearOptimization;
  int seamlessCubemap;
};
/// A texture reference as registered.
struct TextureVariable {
  unsigned dimensions = 1; ///< or another cudaTextureType
  bool normalisedReads = false;
};
/// Or a surface object, which has no sampling.
struct TextureRecord {
  Resource resource;
  Sampling sampling;
  bool isSurface = false;
};

} // namespace gevo::cuda
