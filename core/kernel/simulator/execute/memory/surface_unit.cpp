#include "core/kernel/simulator/execute/memory/surface_unit.h"

#include <algorithm>

namespace gevo::sim {

namespace {

constexpr unsigned places = 4; ///< byte of a row, row, slice, layer

std::string boundsOf(const Texture& surface) {
  std::string text = fmt::format("{} bytes", surface.rowBytes());
  if (surface.dimensions() > 1) text += fmt::format(" by {} rows", surface.height);
  if (surface.dimensions() > 2) text += fmt::format(" by {} slices", surface.depth);
  if (surface.isLayered) text += fmt::format(" with {} layers", surface.depth);
  return text;
}

std::string positionOf(const Texture& surface, const std::int64_t* at) {
  std::string text = fmt::format("byte {}", at[0]);
  if (surface.dimensions() > 1) text += fmt::format(" of row {}", at[1]);
  if (surface.dimensions() > 2) text += fmt::format(" of slice {}", at[2]);
  if (surface.isLayered) text += fmt::format(" of layer {}", at[3]);
  return text;
}

/// Lanes that read nothing get 0.
void clear(const Warp& warp, const Access& access, Mask mask) {
  for (const AccessPart& part : access.parts)
    for (Mask rest = mask; rest; rest &= rest - 1) {
      if (part.cell == CellKind::Double)
        laneCells<std::uint64_t>(warp, part.slot)[firstLane(rest)] = 0;
      else
        laneCells<std::uint32_t>(warp, part.slot)[firstLane(rest)] = 0;
    }
}

} // namespace

bool SurfaceUnit::run(Warp& warp, const CodeFunction& function, const Op& op, Mask mask, std::uint32_t location) {
  const SurfaceAccess& surface = function.surfaces[op.extra];
  Request request{surface, function.accesses[surface.access], location};
  const auto* objects = laneCells<std::uint64_t>(warp, op.a);
  for (Mask remaining = mask; remaining;) {
    const Mask same = lanesOfSameObject(objects, remaining);
    const Texture* found = find(warp, request, objects[firstLane(same)], same);
    if (!found || !locate(warp, request, *found, same)) return false;
    remaining &= ~same;
  }
  if (request.access.kind.writes()) return memory_.store(warp, request.access, request.addresses, request.inside, location);
  // Positions and results may share slots: what was read of the positions is in the request by now.
  clear(warp, request.access, mask & ~request.inside);
  return memory_.load(warp, request.access, request.addresses, true, request.inside, location);
}

/// Null: a fault.
const Texture* SurfaceUnit::find(const Warp& warp, const Request& request, std::uint64_t object, Mask mask) {
  const auto fail = [&](FaultKind kind, std::string why) {
    reporter_.fault(kind, request.location, warp, mask, std::move(why));
    return nullptr;
  };
  const Texture* found = findTexture(surfaces_, object);
  if (!found) return fail(FaultKind::OutOfBounds, fmt::format("there is no surface object {:#x}", object));
  if (!found->isSurface) return fail(FaultKind::Unsupported, request.name() + " of a texture object");
  const TexturePlace& place = request.surface.place;
  if (place.dimensions != found->dimensions() || place.isLayered != found->isLayered)
    return fail(FaultKind::Unsupported,
                fmt::format("{} of a surface of {}", request.name(), sizeWords(found->dimensions(), found->isLayered)));
  return found;
}

/// The addresses that lanes of one surface reach.
bool SurfaceUnit::locate(const Warp& warp, Request& request, const Texture& surface, Mask mask) {
  const TexturePlace& place = request.surface.place;
  const auto bytes = static_cast<std::int64_t>(request.access.bytes);
  const auto rowBytes = static_cast<std::int64_t>(surface.rowBytes());
  const auto depth = static_cast<std::int64_t>(surface.depth);
  const std::int64_t last[places] = {(rowBytes - bytes) / bytes * bytes, static_cast<std::int64_t>(surface.height) - 1,
                                     surface.isLayered ? 0 : depth - 1, surface.isLayered ? depth - 1 : 0};
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    std::int64_t at[places] = {};
    for (unsigned i = 0; i < place.dimensions; ++i) at[i] = laneCells<std::int32_t>(warp, place.position[i])[lane];
    if (place.isLayered) at[3] = laneCells<std::uint32_t>(warp, place.layer)[lane];
    bool isInside = rowBytes >= bytes;
    for (unsigned i = 0; i < places && isInside; ++i) isInside = at[i] >= 0 && at[i] <= (i == 0 ? rowBytes - bytes : last[i]);
    if (!isInside && (request.surface.boundary == SurfaceBoundary::Trap || rowBytes < bytes))
      return reject(warp, request, surface, at, rest & -rest);
    if (!isInside && request.surface.boundary == SurfaceBoundary::Zero) continue;
    for (unsigned i = 0; i < places && !isInside; ++i) at[i] = std::clamp<std::int64_t>(at[i], 0, last[i]);
    if (at[0] % bytes != 0)
      return reporter_.fault(
          FaultKind::Misaligned, request.location, warp, rest & -rest,
          fmt::format("{} of {} bytes at byte {} of a row, which is not a multiple of {}", request.name(), bytes, at[0], bytes));
    request.inside |= rest & -rest;
    request.addresses[lane] = surface.address + static_cast<std::uint64_t>(at[2] + at[3]) * surface.slicePitch() +
                              static_cast<std::uint64_t>(at[1]) * surface.pitch + static_cast<std::uint64_t>(at[0]);
  }
  return true;
}

bool SurfaceUnit::reject(const Warp& warp, const Request& request, const Texture& surface, const std::int64_t* at, Mask lane) {
  return reporter_.fault(FaultKind::OutOfBounds, request.location, warp, lane,
                         fmt::format("{} of {} bytes at {} is outside of a surface of {}", request.name(), request.access.bytes,
                                     positionOf(surface, at), boundsOf(surface)));
}

} // namespace gevo::sim
