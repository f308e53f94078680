#include "core/kernel/simulator/execute/memory/texture_unit.h"

#include <algorithm>
#include <bit>

namespace gevo::sim {

namespace {

/// Why the object can't be read so; empty: it can.
std::string misuse(const Texture& texture, const TextureFetch& fetch) {
  const TexturePlace& place = fetch.place;
  if (texture.isSurface) return "a surface object read as a texture";
  if (fetch.byIndex != (texture.shape == TextureShape::Linear))
    return fetch.byIndex ? "tex1Dfetch() of a texture that is not linear memory"
                         : "a texture of linear memory read by other than tex1Dfetch()";
  if (place.dimensions != texture.dimensions() || place.isLayered != texture.isLayered)
    return fmt::format("tex{}() of a texture of {}", placeName(place), sizeWords(texture.dimensions(), texture.isLayered));
  if (fetch.readsFloats != texture.readsFloats())
    return fetch.readsFloats ? "floats read from a texture of integers" : "integers read from a texture of floats";
  return {};
}

} // namespace

bool TextureUnit::fetch(Warp& warp, const CodeFunction& function, const Op& op, Mask mask, std::uint32_t location) {
  const TextureFetch& fetch = function.textures[op.extra];
  const Access& access = function.accesses[fetch.access];
  const auto* objects = laneCells<std::uint64_t>(warp, op.a);
  const double start = warp.scoreboard->startOf(access.timing, warp.self());
  double latency = 0;
  for (Mask remaining = mask; remaining;) {
    const Mask same = lanesOfSameObject(objects, remaining);
    remaining &= ~same;
    const Texture* texture = find(warp, fetch, objects[firstLane(same)], same, location);
    if (!texture || !fetchFrom(warp, *texture, fetch, access, same, location, start, latency)) return false;
  }
  warp.delayLoad(access.timing, latency);
  return true;
}

/// Null: a fault.
const Texture* TextureUnit::find(const Warp& warp, const TextureFetch& fetch, std::uint64_t object, Mask mask, std::uint32_t location) {
  const auto fail = [&](FaultKind kind, std::string why) {
    reporter_.fault(kind, location, warp, mask, std::move(why));
    return nullptr;
  };
  if (!textures_) return fail(FaultKind::OutOfBounds, "a texture is read and there is none");
  const Texture* found = findTexture(textures_, object);
  if (!found) return fail(FaultKind::OutOfBounds, fmt::format("there is no texture object {:#x}", object));
  if (std::string why = misuse(*found, fetch); !why.empty()) return fail(FaultKind::Unsupported, std::move(why));
  return found;
}

/// One element after the other of those that a lane's result is made of: each is a load of all lanes that need it.
bool TextureUnit::fetchFrom(Warp& warp, const Texture& texture, const TextureFetch& fetch, const Access& access, Mask mask,
                            std::uint32_t location, double start, double& latency) {
  Region* region = memory_.find(texture.address, 0);
  if (!region || !region->isGlobal() || region->size - (texture.address - region->base) < texture.extent())
    return reporter_.fault(FaultKind::OutOfBounds, location, warp, mask,
                           fmt::format("the memory of a texture at {:#x} is {}", texture.address, memory_.nearest(texture.address, 0)));
  Request request(texture, fetch, region, mask, location);
  locate(warp, request);
  Values values;
  double slowest = timing_.textureLatency();
  if (texture.filters) std::fill(&values.sums[0][0], &values.sums[0][0] + 4 * laneCount, 0.0);
  const bool* isBetween = request.isBetween;
  for (unsigned deep = 0; deep <= (isBetween[2] ? 1 : 0); ++deep)
    for (unsigned down = 0; down <= (isBetween[1] ? 1 : 0); ++down)
      for (unsigned right = 0; right <= (isBetween[0] ? 1 : 0); ++right) {
        const unsigned steps[] = {right, down, deep};
        if (!readElement(warp, request, steps, values, slowest)) return false;
      }
  latency = std::max(latency, slowest + timing_.chargeFetch(warp.number, start, texture.texelBytes(), texture.filters));
  if (texture.filters) finish(values, request);
  for (unsigned channel = 0; channel < 4; ++channel) {
    auto* cells = laneCells<std::uint32_t>(warp, access.parts[channel].slot);
    for (Mask rest = mask; rest; rest &= rest - 1) cells[firstLane(rest)] = values.bits[channel][firstLane(rest)];
  }
  return true;
}

void TextureUnit::locate(const Warp& warp, Request& request) {
  const Texture& texture = request.texture;
  const TextureFetch& fetch = request.fetch;
  const std::uint64_t sizes[] = {texture.width, texture.height, texture.depth};
  for (unsigned i = 0; i < request.dimensions(); ++i) {
    const Slot slot = fetch.place.position[i];
    unsigned between = 0; // other than 0 where a lane is
    for (Mask rest = request.mask; rest; rest &= rest - 1) {
      const unsigned lane = firstLane(rest);
      const TexturePosition at = fetch.byIndex ? TexturePosition{laneCells<std::int32_t>(warp, slot)[lane], 0}
                                               : texturePosition(texture, i, laneCells<float>(warp, slot)[lane], sizes[i]);
      request.at[i][lane] = at;
      between |= at.next;
    }
    request.isBetween[i] = between != 0;
  }
  for (Mask rest = request.mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    if (texture.filters)
      request.weights[lane] = textureWeights(request.at[0][lane].next, fetch.place.dimensions > 1 ? request.at[1][lane].next : 0,
                                             fetch.place.dimensions > 2 ? request.at[2][lane].next : 0);
    request.layer[lane] = fetch.place.isLayered ? textureLayer(texture, laneCells<std::uint32_t>(warp, fetch.place.layer)[lane]) : 0;
  }
}

/// What the lanes read at a part's offsets.
inline void TextureUnit::take(Values& values, const Request& request, const RegionAccess& part) {
  const Texture& texture = request.texture;
  // What the values can't change.
  const unsigned channels = texture.channels;
  const unsigned channelBytes = texture.bits / 8U;
  const bool readsFloats = request.fetch.readsFloats;
  for (Mask rest = part.mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    const std::uint8_t* bytes = request.region->bytes + part.offset[lane];
    for (unsigned channel = 0; channel < channels; ++channel) {
      const std::uint32_t bits = channelBits(bytes + channel * channelBytes, channelBytes);
      values.bits[channel][lane] =
          readsFloats ? std::bit_cast<std::uint32_t>(channelAsFloat(texture, bits)) : channelAsInteger(texture, bits);
    }
  }
}

/// Adds it by each lane's weight.
inline void TextureUnit::addWeighted(Values& values, const Request& request, const RegionAccess& part, unsigned corner) {
  const Texture& texture = request.texture;
  const unsigned channels = texture.channels;
  const unsigned channelBytes = texture.bits / 8U;
  const bool isFloat = texture.kind == TexelKind::Float;
  const bool isSigned = texture.kind == TexelKind::Signed;
  for (Mask rest = part.mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    const std::uint8_t* bytes = request.region->bytes + part.offset[lane];
    for (unsigned channel = 0; channel < channels; ++channel) {
      const std::uint32_t bits = channelBits(bytes + channel * channelBytes, channelBytes);
      const std::uint32_t integer = channelAsInteger(texture, bits);
      const double value = isFloat ? channelAsFloat(texture, bits) : isSigned ? static_cast<std::int32_t>(integer) : integer;
      values.sums[channel][lane] += request.weights[lane][corner] * value;
    }
  }
}

void TextureUnit::finish(Values& values, const Request& request) {
  for (unsigned channel = 0; channel < request.texture.channels; ++channel)
    for (Mask rest = request.mask; rest; rest &= rest - 1)
      values.bits[channel][firstLane(rest)] =
          std::bit_cast<std::uint32_t>(filteredChannel(request.texture, values.sums[channel][firstLane(rest)]));
}

/// The element at each lane's position, or by dimension a step further; takes it, or adds it by its weight.
bool TextureUnit::readElement(Warp& warp, const Request& request, const unsigned* steps, Values& values, double& latency) {
  const Texture& texture = request.texture;
  const unsigned bytes = texture.texelBytes();
  const unsigned dimensions = request.dimensions();
  const std::uint64_t sizes[] = {texture.width, texture.height, texture.depth};
  const std::uint64_t strides[] = {bytes, texture.pitch, texture.slicePitch()};
  const std::uint64_t first = texture.address - request.region->base;
  RegionAccess part;
  part.region = request.region;
  const unsigned corner = 4 * steps[2] + 2 * steps[1] + steps[0];
  std::uint64_t low = 0;
  for (Mask rest = request.mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    if (texture.filters && request.weights[lane][corner] == 0) continue;
    std::uint64_t offset = first + request.layer[lane] * texture.slicePitch();
    bool isInside = true;
    for (unsigned i = 0; i < dimensions; ++i) {
      const TexturePosition& at = request.at[i][lane];
      const AddressMode mode = request.fetch.byIndex ? AddressMode::Border : texture.modes[i];
      const auto element = textureElement(mode, texture.normalisedPositions, at.element + steps[i], sizes[i]);
      isInside &= element.has_value();
      offset += element.value_or(0) * strides[i];
    }
    if (!isInside) continue;
    part.mask |= 1U << lane;
    part.offset[lane] = offset;
    low |= offset;
  }
  if (part.mask == 0) return true;
  part.wordAligned = (low & 3) == 0;
  for (unsigned lane = 0; lane < laneCount; ++lane) // others go where the first lane goes, as in AccessChecker::nextRegion
    if (!(part.mask >> lane & 1)) part.offset[lane] = part.offset[firstLane(part.mask)];
  if (!checker_.checkWritten(warp, part, bytes, request.location)) return false;
  if (part.undefined != 0) checker_.fillUndefined(part, bytes);
  races_.record(warp, part, bytes, {AccessMode::Read}, request.location);
  latency = std::max(latency, timing_.chargeElements(part, bytes));
  if (texture.filters)
    addWeighted(values, request, part, corner);
  else
    take(values, request, part);
  return true;
}

} // namespace gevo::sim
