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
/// Of normalised coordinates no more is looked at: 21 fractional bits.
constexpr double normalisedSteps = 1 << 21;

std::int64_t floorOf(double value) {
  if (!(value > -static_cast<double>(beyondAll))) return std::isnan(value) ? 0 : -beyondAll;
  if (!(value < static_cast<double>(beyondAll))) return beyondAll;
  const auto whole = static_cast<std::int64_t>(value);
  return whole - (value < static_cast<double>(whole) ? 1 : 0);
}

/// So many 256ths of a weight.
unsigned shareOf(unsigned weight, unsigned share) { return (weight * share + 128) >> fractionBits; }

/// Coordinates that are not normalised are clamped where they would wrap.
bool clamps(AddressMode mode, bool isNormalised) {
  return mode == AddressMode::Clamp || (!isNormalised && (mode == AddressMode::Wrap || mode == AddressMode::Mirror));
}

std::int32_t extended(std::uint32_t bits, unsigned width) {
  const unsigned shift = 32 - width;
  return static_cast<std::int32_t>(bits << shift) >> shift;
}

} // namespace

TexturePosition texturePosition(const Texture& texture, unsigned dimension, float coordinate, std::uint64_t size) {
  double position = coordinate;
  if (texture.normalisedPositions) position = std::floor(position * normalisedSteps) / normalisedSteps * static_cast<double>(size);
  if (!texture.filters) return {floorOf(position), 0};
  std::int64_t fixed = floorOf((position - 0.5) * fractions + 0.5);
  if (clamps(texture.modes[dimension], texture.normalisedPositions))
    fixed = std::clamp<std::int64_t>(fixed, 0, static_cast<std::int64_t>(size - 1) << fractionBits);
  return {fixed >> fractionBits, static_cast<unsigned>(fixed & ((1 << fractionBits) - 1))};
}

TextureWeights textureWeights(unsigned nextColumn, unsigned nextRow, unsigned nextSlice) {
  TextureWeights weights{};
  for (unsigned deep = 0; deep < 2; ++deep) {
    const unsigned slice = deep == 0 ? 256 - nextSlice : nextSlice;
    const unsigned right = shareOf(slice, nextColumn);
    const unsigned left = slice - right;
    const unsigned downRight = shareOf(right, nextRow);
    const unsigned upLeft = shareOf(left, 256 - nextRow);
    const unsigned all[] = {upLeft, right - downRight, left - upLeft, downRight};
    for (unsigned i = 0; i < 4; ++i) weights[4 * deep + i] = static_cast<std::uint16_t>(all[i]);
  }
  return weights;
}

float filteredChannel(const Texture& texture, double sum) {
  if (texture.kind == TexelKind::Float) return static_cast<float>(sum / fractions);
  // Integers are filtered as ones of 16 bits.
  const bool isByte = texture.bits == 8;
  if (texture.kind == TexelKind::Unsigned) return static_cast<float>(std::floor(sum * (isByte ? 257 : 1) / fractions + 0.5)) / 65535.0F;
  const double wide = isByte ? sum * 32767 / 127 : sum;
  return std::max(static_cast<float>(std::floor(wide / fractions + 0.5)) / 32767.0F, -1.0F);
}

std::optional<std::uint64_t> textureElement(AddressMode mode, bool isNormalised, std::int64_t element, std::uint64_t size) {
  const auto count = static_cast<std::int64_t>(size);
  if (element >= 0 && element < count) return static_cast<std::uint64_t>(element);
  if (mode == AddressMode::Border) return std::nullopt;
  const auto modulo = [&](std::int64_t period) { return ((element % period) + period) % period; };
  if (clamps(mode, isNormalised)) return static_cast<std::uint64_t>(element < 0 ? 0 : count - 1);
  if (mode == AddressMode::Wrap) return static_cast<std::uint64_t>(modulo(count));
  const std::int64_t there = modulo(2 * count);
  return static_cast<std::uint64_t>(there < count ? there : 2 * count - 1 - there);
}

std::uint64_t textureLayer(const Texture& texture, std::uint32_t layer) { return std::min<std::uint64_t>(layer, texture.depth - 1); }

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
