#include "core/kernel/simulator/machine/texture.h"

#include "core/base/wire.h"

#include <algorithm>

namespace gevo::sim {

namespace {

/// Larger than any GPU supports, and small enough for products to fit 64 bits.
constexpr std::uint64_t mostElements = 1ULL << 28;
constexpr std::uint64_t mostRows = 1ULL << 20;
constexpr std::uint64_t mostPitch = 1ULL << 32;
constexpr std::uint64_t mostLayers = 2048;
constexpr std::uint64_t mostOfVolume = 16384; ///< rows, and slices

bool hasPossibleDepth(const Texture& t) {
  if (t.shape == TextureShape::Volume) return !t.isLayered && t.height <= mostOfVolume && t.depth > 0 && t.depth <= mostOfVolume;
  if (t.isLayered) return t.shape != TextureShape::Linear && t.depth > 0 && t.depth <= mostLayers;
  return t.depth == 1;
}

/// What the description of a surface leaves as it is.
bool isUnsampled(const Texture& t) {
  return !t.filters && !t.normalisedReads && !t.normalisedPositions && t.modes == Texture{}.modes && t.shape != TextureShape::Linear;
}

bool isPossible(const Texture& t) {
  const bool isKnownSize = t.bits == 32 || t.bits == 16 || (t.bits == 8 && t.kind != TexelKind::Float);
  const bool isKnownCount = t.channels == 1 || t.channels == 2 || t.channels == 4;
  if (!isKnownSize || !isKnownCount) return false;
  if (t.width == 0 || t.width > mostElements || t.height == 0 || t.height > mostRows || t.pitch > mostPitch) return false;
  if (!hasPossibleDepth(t) || (t.isSurface && !isUnsampled(t))) return false;
  return (!t.normalisedReads || t.bits < 32) && (!t.filters || t.readsFloats());
}

} // namespace

constexpr std::uint32_t enumerators(TextureShape) { return std::uint32_t(TextureShape::Volume) + 1; }
constexpr std::uint32_t enumerators(TexelKind) { return std::uint32_t(TexelKind::Float) + 1; }
constexpr std::uint32_t enumerators(AddressMode) { return std::uint32_t(AddressMode::Border) + 1; }

template <class Archive> void fields(Archive& a, Texture& t) {
  a(t.shape, t.kind, t.bits, t.channels, t.address, t.width, t.height, t.pitch, t.modes[0], t.modes[1], t.filters, t.normalisedReads,
    t.normalisedPositions);
}

namespace {

/// What descriptions have had since there are volumes, layers and surfaces; only where it differs from a plain texture's, so that the
/// others are as they were.
struct Extension {
  std::uint64_t depth = 1;
  AddressMode lastMode = AddressMode::Clamp;
  bool isLayered = false;
  bool isSurface = false;
  bool operator==(const Extension&) const = default;
};

template <class Archive> void fields(Archive& a, Extension& e) { a(e.depth, e.lastMode, e.isLayered, e.isSurface); }

} // namespace

Bytes encodeTexture(const Texture& texture) {
  Bytes bytes = wire::encode(texture);
  const Extension extension{texture.depth, texture.modes[2], texture.isLayered, texture.isSurface};
  if (extension == Extension{}) return bytes;
  const Bytes more = wire::encode(extension);
  bytes.insert(bytes.end(), more.begin(), more.end());
  return bytes;
}

Result<Texture> decodeTexture(ByteView bytes) {
  const std::size_t plain = std::min(bytes.size(), wire::encode(Texture{}).size());
  auto texture = wire::decode<Texture>(bytes.first(plain), "description of a texture");
  if (!texture) return texture;
  Extension extension;
  if (plain < bytes.size()) {
    GEVO_TRY_ASSIGN(extension, wire::decode<Extension>(bytes.subspan(plain), "description of a texture"));
    texture->depth = extension.depth;
    texture->modes[2] = extension.lastMode;
    texture->isLayered = extension.isLayered;
    texture->isSurface = extension.isSurface;
  }
  if (!isPossible(*texture) || (plain < bytes.size()) != (extension != Extension{}))
    return fail("the description of a texture is damaged; create the project again with gevo new");
  return texture;
}

} // namespace gevo::sim
