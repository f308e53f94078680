#pragma once

/// A texture or surface object as a kernel sees it: the address of its elements, and how they are addressed, filtered and converted
/// (CUDA C++ Programming Guide, "Texture Fetching" and "Surface Functions").

#include "core/base/bytes.h"
#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <map>

namespace gevo::sim {

enum class TextureShape : std::uint8_t {
  Linear, ///< plain memory, read by index with tex1Dfetch()
  Line,   ///< a one-dimensional array
  Plane,  ///< two dimensions: an array, or memory with a pitch
  Volume  ///< a three-dimensional array
};
enum class TexelKind : std::uint8_t { Signed, Unsigned, Float };
/// In the order of cudaTextureAddressMode.
enum class AddressMode : std::uint8_t { Wrap, Clamp, Mirror, Border };

struct Texture {
  TextureShape shape = TextureShape::Linear;
  TexelKind kind = TexelKind::Float;
  std::uint8_t bits = 32;    ///< of a channel: 8, 16 or 32
  std::uint8_t channels = 1; ///< 1, 2 or 4
  std::uint64_t address = 0;
  std::uint64_t width = 0;  ///< elements
  std::uint64_t height = 1; ///< rows of a slice
  std::uint64_t pitch = 0;  ///< bytes from row to row
  std::uint64_t depth = 1;  ///< slices of a volume, or layers
  std::array<AddressMode, 3> modes{AddressMode::Clamp, AddressMode::Clamp, AddressMode::Clamp};
  bool filters = false;             ///< linearly; else the nearest element is read
  bool normalisedReads = false;     ///< integers become floats of [0, 1] or [-1, 1]
  bool normalisedPositions = false; ///< coordinates are fractions of the size
  bool isLayered = false;           ///< lines or planes, one of which is chosen by its number
  bool isSurface = false;           ///< read and written by byte of a row, row and slice; else a texture

  unsigned dimensions() const { return shape == TextureShape::Volume ? 3 : shape == TextureShape::Plane ? 2 : 1; } ///< without layers
  unsigned texelBytes() const { return static_cast<unsigned>(bits) / 8 * channels; }
  bool readsFloats() const { return kind == TexelKind::Float || normalisedReads; }
  /// Bytes from the first element to the end of the last.
  std::uint64_t extent() const { return (depth * height - 1) * pitch + rowBytes(); }
  std::uint64_t rowBytes() const { return width * texelBytes(); }
  std::uint64_t slicePitch() const { return height * pitch; } ///< bytes from slice to slice
};

/// Base of the handles of texture and surface objects in traces, a value unlikely to occur otherwise: replaying a trace on a GPU finds and
/// replaces the handles.
inline constexpr std::uint64_t textureObjectBase = 0x7e87'0000'0000'0000;

/// By the handle that a program holds as cudaTextureObject_t or cudaSurfaceObject_t.
using Textures = std::map<std::uint64_t, Texture>;

/// For traces. Decoding rejects impossible textures.
Bytes encodeTexture(const Texture& texture);
Result<Texture> decodeTexture(ByteView bytes);

} // namespace gevo::sim
