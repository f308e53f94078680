#include "core/kernel/simulator/execute/executor.h"

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstring>

namespace gevo::sim {

#include "core/kernel/simulator/lanes/half_functions.h"

namespace {

/// Linear filtering weighs in 256ths, as the hardware's fixed point of 8 fractional bits does.
constexpr int fractionBits = 8;
constexpr double fractions = 1 << fractionBits;
constexpr std::int64_t beyondAll = 1LL << 40;

/// Where a lane reads along one dimension: an element and the weight of the next, in 256ths.
struct Position {
  std::int64_t element = 0;
  unsigned next = 0;
};

std::int64_t floorOf(double value) {
  if (!(value > -static_cast<double>(beyondAll))) return std::isnan(value) ? 0 : -beyondAll;
  if (!(value < static_cast<double>(beyondAll))) return beyondAll;
  const auto whole = static_cast<std::int64_t>(value);
  return whole - (value < static_cast<double>(whole) ? 1 : 0);
}

Position positionOf(const Texture& texture, float coordinate, std::uint64_t size) {
  const double place = texture.normalisedPositions ? static_cast<double>(coordinate) * static_cast<double>(size) : coordinate;
  if (!texture.filters) return {floorOf(place), 0};
  const std::int64_t fixed = floorOf((place - 0.5) * fractions + 0.5);
  return {fixed >> fractionBits, static_cast<unsigned>(fixed & ((1 << fractionBits) - 1))};
}

/// The element that is read for one that may lie outside; nothing: the border, which is 0.
std::optional<std::uint64_t> addressed(AddressMode mode, bool isNormalised, std::int64_t element, std::uint64_t size) {
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

/// Each width has a copy of its own: a store of one byte that is read back as four would stall.
template <class Channel> std::uint32_t read(const std::uint8_t* place) {
  Channel bits;
  std::memcpy(&bits, place, sizeof bits);
  return bits;
}

std::uint32_t channelAt(const std::uint8_t* place, unsigned bytes) {
  return bytes == 1 ? read<std::uint8_t>(place) : bytes == 2 ? read<std::uint16_t>(place) : read<std::uint32_t>(place);
}

std::int32_t extended(std::uint32_t bits, unsigned width) {
  const unsigned shift = 32 - width;
  return static_cast<std::int32_t>(bits << shift) >> shift;
}

float floatOf(const Texture& texture, std::uint32_t bits) {
  if (texture.kind == TexelKind::Float) return texture.bits == 16 ? widened<Half>(bits) : floatOfBits(bits);
  if (texture.kind == TexelKind::Unsigned) return static_cast<float>(bits) / static_cast<float>((1U << texture.bits) - 1);
  const auto most = static_cast<float>((1U << (texture.bits - 1U)) - 1);
  return std::max(static_cast<float>(extended(bits, texture.bits)) / most, -1.0F);
}

std::uint32_t integerOf(const Texture& texture, std::uint32_t bits) {
  return texture.kind == TexelKind::Signed ? static_cast<std::uint32_t>(extended(bits, texture.bits)) : bits;
}

/// Why the object can't be read so, or null.
const char* misuse(const Texture& texture, const TextureFetch& fetch) {
  if (fetch.byIndex != (texture.shape == TextureShape::Linear))
    return fetch.byIndex ? "tex1Dfetch() of a texture that is not linear memory"
                         : "a texture of linear memory read by other than tex1Dfetch()";
  if (fetch.isPlane != (texture.shape == TextureShape::Plane))
    return fetch.isPlane ? "tex2D() of a texture of one dimension" : "tex1D() of a texture of two dimensions";
  if (fetch.readsFloats != texture.readsFloats())
    return fetch.readsFloats ? "floats read from a texture of integers" : "integers read from a texture of floats";
  return nullptr;
}

} // namespace

bool Executor::fetchTexture(Warp& warp, const CodeFunction& function, const Op& op, Mask mask, std::uint32_t place) {
  const TextureFetch& fetch = function.textures[op.extra];
  const Access& access = function.accesses[fetch.access];
  const auto* objects = laneCells<std::uint64_t>(warp, op.a);
  double latency = 0;
  for (Mask remaining = mask; remaining;) {
    const std::uint64_t object = objects[firstLane(remaining)];
    Mask same = 0;
    for (Mask rest = remaining; rest; rest &= rest - 1)
      if (objects[firstLane(rest)] == object) same |= rest & -rest;
    remaining &= ~same;
    const auto refuse = [&](FaultKind kind, std::string why) { return fault(kind, place, &warp, same, std::move(why)); };
    if (!launch_.textures) return refuse(FaultKind::OutOfBounds, "a texture is read and there is none");
    const auto found = launch_.textures->find(object);
    if (found == launch_.textures->end()) return refuse(FaultKind::OutOfBounds, fmt::format("there is no texture object {:#x}", object));
    if (const char* why = misuse(found->second, fetch)) return refuse(FaultKind::Unsupported, why);
    if (!fetchFrom(warp, found->second, fetch, access, op, same, place, latency)) return false;
  }
  delayLoad(warp, access.timing, latency);
  return true;
}

/// One element after the other of those that a lane's result is made of: each is a load of all lanes that need it.
bool Executor::fetchFrom(Warp& warp, const Texture& texture, const TextureFetch& fetch, const Access& access, const Op& op, Mask mask,
                         std::uint32_t place, double& latency) {
  Region* region = memory_.find(texture.address, 0);
  if (!region || region->kind != RegionKind::Global || region->size - (texture.address - region->base) < texture.extent())
    return fault(FaultKind::OutOfBounds, place, &warp, mask,
                 fmt::format("the memory of a texture at {:#x} is {}", texture.address, memory_.nearest(texture.address, 0)));
  Position x[laneCount];
  Position y[laneCount];
  unsigned betweenColumns = 0; // other than 0 where a lane reads the next one too
  unsigned betweenRows = 0;
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    if (fetch.byIndex)
      x[lane] = {laneCells<std::int32_t>(warp, op.b)[lane], 0};
    else
      x[lane] = positionOf(texture, laneCells<float>(warp, op.b)[lane], texture.width);
    if (fetch.isPlane) y[lane] = positionOf(texture, laneCells<float>(warp, op.c)[lane], texture.height);
    betweenColumns |= x[lane].next;
    betweenRows |= y[lane].next;
  }
  const AddressMode columns = fetch.byIndex ? AddressMode::Border : texture.modes[0];
  const unsigned bytes = texture.texelBytes();
  const unsigned channelBytes = texture.bits / 8U;
  std::uint32_t integers[4][laneCount] = {};
  float floats[4][laneCount] = {};
  for (unsigned down = 0; down < (betweenRows != 0 ? 2 : 1); ++down)
    for (unsigned right = 0; right < (betweenColumns != 0 ? 2 : 1); ++right) {
      Group group;
      group.region = region;
      float weight[laneCount];
      std::uint64_t low = 0;
      for (Mask rest = mask; rest; rest &= rest - 1) {
        const unsigned lane = firstLane(rest);
        const auto part = [&](const Position& at, unsigned step) { return static_cast<float>(step == 0 ? 256 - at.next : at.next) / 256; };
        weight[lane] = texture.filters ? part(x[lane], right) * (fetch.isPlane ? part(y[lane], down) : 1) : 1;
        if (weight[lane] == 0) continue;
        const auto column = addressed(columns, texture.normalisedPositions, x[lane].element + right, texture.width);
        const auto row = addressed(texture.modes[1], texture.normalisedPositions, y[lane].element + down, texture.height);
        if (!column || !row) continue;
        group.mask |= 1U << lane;
        group.offset[lane] = texture.address - region->base + *row * texture.pitch + *column * bytes;
        low |= group.offset[lane];
      }
      if (group.mask == 0) continue;
      group.wordAligned = (low & 3) == 0;
      for (unsigned lane = 0; lane < laneCount; ++lane) // others go where the first lane goes, see load()
        if (!(group.mask >> lane & 1)) group.offset[lane] = group.offset[firstLane(group.mask)];
      if (!checkWritten(warp, group, bytes, place)) return false;
      checkRaces(warp, group, bytes, AccessMode::Read, place);
      latency = std::max(latency, countAccess(group, bytes, true));
      for (Mask rest = group.mask; rest; rest &= rest - 1) {
        const unsigned lane = firstLane(rest);
        for (unsigned channel = 0; channel < texture.channels; ++channel) {
          const std::uint32_t bits = channelAt(region->bytes + group.offset[lane] + channel * channelBytes, channelBytes);
          if (!fetch.readsFloats)
            integers[channel][lane] = integerOf(texture, bits);
          else if (!texture.filters)
            floats[channel][lane] = floatOf(texture, bits);
          else
            floats[channel][lane] += weight[lane] * floatOf(texture, bits);
        }
      }
    }
  for (unsigned channel = 0; channel < 4; ++channel) {
    auto* cells = laneCells<std::uint32_t>(warp, access.parts[channel].slot);
    for (Mask rest = mask; rest; rest &= rest - 1) {
      const unsigned lane = firstLane(rest);
      cells[lane] = fetch.readsFloats ? floatBits(floats[channel][lane]) : integers[channel][lane];
    }
  }
  return true;
}

} // namespace gevo::sim
