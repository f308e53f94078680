#include "core/kernel/simulator/execute/memory/texture_sampling.h"

#include <algorithm>
#include <cfenv>
#include <cmath>

namespace gevo::sim {

#include "core/kernel/simulator/lanes/half_functions.h"

namespace {

/// Linear filtering weighs in 256ths, as the hardware's fixed point of 8 fractional bits does.
constexpr int fractionBits = 8;
constexpr double fractions = 1 << fractionBits;
constexpr std::int64_t beyondAll = 1LL << 40;

std::int64_t floorOf(double value) {
  if (!(value > -static_cast<double>(beyondAll))) return std::isnan(value) ? 0 : -beyondAll;
  if (!(value < static_cast<double>(beyondAll))) return beyondAll;
  const auto whole = static_cast<std::int64_t>(value);
  return whole - (value < static_cast<double>(whole) ? 1 : 0);
}

std::int32_t extended(std::uint32_t bits, unsigned width) {
  const unsigned shift = 32 - width;
  return static_cast<std::int32_t>(bits << shift) >> shift;
}

} // namespace

TexturePosition texturePosition(const Texture& texture, float coordinate, std::uint64_t size) {
  const double position = texture.normalisedPositions ? static_cast<double>(coordinate) * static_cast<double>(size) : coordinate;
  if (!texture.filters) return {floorOf(position), 0};
  const std::int64_t fixed = floorOf((position - 0.5) * fractions + 0.5);
  return {fixed >> fractionBits, static_cast<unsigned>(fixed & ((1 << fractionBits) - 1))};
}

std::optional<std::uint64_t> textureElement(AddressMode mode, bool isNormalised, std::int64_t element, std::uint64_t size) {
  const auto count = static_cast<std::int64_t>(size);
  if (element >= 0 && element < count) return static_cast<std::uint64_t>(element);
  if (mode == AddressMode::Border) return std::nullopt;
  const auto modulo = [&](std::int64_t period) { return ((element % period) + period) % period; };
  // Coordinates that are not normalised are clamped where they would wrap.
  if (isNormalised && mode == AddressMode::Wrap) return static_cast<std::uint64_t>(modulo(count));
  if (isNormalised && mode == AddressMode::Mirror) {
    const std::int64_t there = modulo(2 * count);
    return static_cast<std::uint64_t>(there < count ? there : 2 * count - 1 - there);
  }
  return static_cast<std::uint64_t>(element < 0 ? 0 : count - 1);
}

float channelAsFloat(const Texture& texture, std::uint32_t bits) {
  if (texture.kind == TexelKind::Float) return texture.bits == 16 ? widened<Half>(bits) : floatOfBits(bits);
  if (texture.kind == TexelKind::Unsigned) return static_cast<float>(bits) / static_cast<float>((1U << texture.bits) - 1);
  const auto most = static_cast<float>((1U << (texture.bits - 1U)) - 1);
  return std::max(static_cast<float>(extended(bits, texture.bits)) / most, -1.0F);
}

std::uint32_t channelAsInteger(const Texture& texture, std::uint32_t bits) {
  return texture.kind == TexelKind::Signed ? static_cast<std::uint32_t>(extended(bits, texture.bits)) : bits;
}

} // namespace gevo::sim
