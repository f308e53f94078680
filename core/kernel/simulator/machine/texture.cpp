#include "core/kernel/simulator/machine/texture.h"

#include "core/base/wire.h"

namespace gevo::sim {

namespace {

/// Larger than any GPU supports, and small enough for products to fit 64 bits.
constexpr std::uint64_t mostElements = 1ULL << 28;
constexpr std::uint64_t mostRows = 1ULL << 20;
constexpr std::uint64_t mostPitch = 1ULL << 32;

bool isPossible(const Texture& t) {
  const bool isKnownSize = t.bits == 32 || t.bits == 16 || (t.bits == 8 && t.kind != TexelKind::Float);
  const bool isKnownCount = t.channels == 1 || t.channels == 2 || t.channels == 4;
  if (!isKnownSize || !isKnownCount) return false;
  if (t.width == 0 || t.width > mostElements || t.height == 0 || t.height > mostRows || t.pitch > mostPitch) return false;
  return (!t.normalisedReads || t.bits < 32) && (!t.filters || t.readsFloats());
}

} // namespace

constexpr std::uint32_t enumerators(TextureShape) { return std::uint32_t(TextureShape::Plane) + 1; }
constexpr std::uint32_t enumerators(TexelKind) { return std::uint32_t(TexelKind::Float) + 1; }
constexpr std::uint32_t enumerators(AddressMode) { return std::uint32_t(AddressMode::Border) + 1; }

template <class Archive> void fields(Archive& a, Texture& t) {
  a(t.shape, t.kind, t.bits, t.channels, t.address, t.width, t.height, t.pitch, t.modes, t.filters, t.normalisedReads,
    t.normalisedPositions);
}

Bytes encodeTexture(const Texture& texture) { return wire::encode(texture); }

Result<Texture> decodeTexture(ByteView bytes) {
  auto texture = wire::decode<Texture>(bytes, "description of a texture");
  if (texture && !isPossible(*texture)) return fail("the description of a texture is damaged; create the project again with gevo new");
  return texture;
}

} // namespace gevo::sim
