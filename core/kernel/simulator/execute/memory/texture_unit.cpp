#include "core/kernel/simulator/execute/memory/texture_unit.h"

#include <algorithm>
#include <bit>

namespace gevo::sim {

namespace {

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

bool TextureUnit::fetch(Warp& warp, const CodeFunction& function, const Op& op, Mask mask, std::uint32_t location) {
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
    const Texture* texture = find(warp, fetch, object, same, location);
    if (!texture || !fetchFrom(warp, *texture, fetch, access, op, same, location, latency)) return false;
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
  const auto found = textures_->find(object);
  if (found == textures_->end()) return fail(FaultKind::OutOfBounds, fmt::format("there is no texture object {:#x}", object));
  if (const char* why = misuse(found->second, fetch)) return fail(FaultKind::Unsupported, why);
  return &found->second;
}

/// One element after the other of those that a lane's result is made of: each is a load of all lanes that need it.
bool TextureUnit::fetchFrom(Warp& warp, const Texture& texture, const TextureFetch& fetch, const Access& access, const Op& op, Mask mask,
                            std::uint32_t location, double& latency) {
  Region* region = memory_.find(texture.address, 0);
  if (!region || !region->isGlobal() || region->size - (texture.address - region->base) < texture.extent())
    return reporter_.fault(FaultKind::OutOfBounds, location, warp, mask,
                           fmt::format("the memory of a texture at {:#x} is {}", texture.address, memory_.nearest(texture.address, 0)));
  Request request(texture, fetch, region, mask, location);
  locate(warp, op, request);
  Values values = {};
  for (unsigned down = 0; down < (request.betweenRows ? 2 : 1); ++down)
    for (unsigned right = 0; right < (request.betweenColumns ? 2 : 1); ++right)
      if (!readElement(warp, request, right, down, values, latency)) return false;
  for (unsigned channel = 0; channel < 4; ++channel) {
    auto* cells = laneCells<std::uint32_t>(warp, access.parts[channel].slot);
    for (Mask rest = mask; rest; rest &= rest - 1) cells[firstLane(rest)] = values[channel][firstLane(rest)];
  }
  return true;
}

void TextureUnit::locate(const Warp& warp, const Op& op, Request& request) {
  const Texture& texture = request.texture;
  const TextureFetch& fetch = request.fetch;
  unsigned betweenColumns = 0; // other than 0 where a lane does
  unsigned betweenRows = 0;
  for (Mask rest = request.mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    TexturePosition x{laneCells<std::int32_t>(warp, op.b)[lane], 0};
    TexturePosition y{};
    if (!fetch.byIndex) x = texturePosition(texture, laneCells<float>(warp, op.b)[lane], texture.width);
    if (fetch.isPlane) y = texturePosition(texture, laneCells<float>(warp, op.c)[lane], texture.height);
    request.x[lane] = x;
    request.y[lane] = y;
    betweenColumns |= x.next;
    betweenRows |= y.next;
  }
  request.betweenColumns = betweenColumns != 0;
  request.betweenRows = betweenRows != 0;
}

/// What the lanes read at a part's offsets, by each lane's weight.
inline void TextureUnit::addTo(Values& values, const Request& request, const RegionAccess& part, const float* weight) {
  const Texture& texture = request.texture;
  // What the values can't change.
  const unsigned channels = texture.channels;
  const unsigned channelBytes = texture.bits / 8U;
  const bool readsFloats = request.fetch.readsFloats;
  const bool filters = texture.filters;
  for (Mask rest = part.mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    const std::uint8_t* bytes = request.region->bytes + part.offset[lane];
    for (unsigned channel = 0; channel < channels; ++channel) {
      const std::uint32_t bits = channelBits(bytes + channel * channelBytes, channelBytes);
      std::uint32_t& value = values[channel][lane];
      if (!readsFloats)
        value = channelAsInteger(texture, bits);
      else if (!filters)
        value = std::bit_cast<std::uint32_t>(channelAsFloat(texture, bits));
      else
        value = std::bit_cast<std::uint32_t>(std::bit_cast<float>(value) + weight[lane] * channelAsFloat(texture, bits));
    }
  }
}

/// The element at each lane's position, or `right` and `down` of it; adds it to the values by its weight.
bool TextureUnit::readElement(Warp& warp, const Request& request, unsigned right, unsigned down, Values& values, double& latency) {
  const Texture& texture = request.texture;
  const unsigned bytes = texture.texelBytes();
  const AddressMode columns = request.fetch.byIndex ? AddressMode::Border : texture.modes[0];
  RegionAccess part;
  part.region = request.region;
  float weight[laneCount];
  std::uint64_t low = 0;
  for (Mask rest = request.mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    const TexturePosition& x = request.x[lane];
    const TexturePosition& y = request.y[lane];
    weight[lane] = texture.filters ? x.weight(right) * (request.fetch.isPlane ? y.weight(down) : 1) : 1;
    if (weight[lane] == 0) continue;
    const auto column = textureElement(columns, texture.normalisedPositions, x.element + right, texture.width);
    const auto row = textureElement(texture.modes[1], texture.normalisedPositions, y.element + down, texture.height);
    if (!column || !row) continue;
    part.mask |= 1U << lane;
    part.offset[lane] = texture.address - request.region->base + *row * texture.pitch + *column * bytes;
    low |= part.offset[lane];
  }
  if (part.mask == 0) return true;
  part.wordAligned = (low & 3) == 0;
  for (unsigned lane = 0; lane < laneCount; ++lane) // others go where the first lane goes, as in AccessChecker::nextRegion
    if (!(part.mask >> lane & 1)) part.offset[lane] = part.offset[firstLane(part.mask)];
  if (!checker_.checkWritten(warp, part, bytes, request.location)) return false;
  if (part.undefined != 0) checker_.define(part, bytes);
  races_.record(warp, part, bytes, {AccessMode::Read}, request.location);
  latency = std::max(latency, timing_.charge(part, bytes, true));
  addTo(values, request, part, weight);
  return true;
}

} // namespace gevo::sim
