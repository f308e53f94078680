#include "core/kernel/simulator/execute/memory/texture_objects.h"

namespace gevo::sim {

const Texture* findTexture(const Textures* objects, std::uint64_t object) {
  if (!objects) return nullptr;
  const auto found = objects->find(object);
  return found != objects->end() ? &found->second : nullptr;
}

std::string sizeWords(unsigned dimensions, bool isLayered) {
  const char* words = dimensions == 1 ? "one dimension" : dimensions == 2 ? "two dimensions" : "three dimensions";
  return words + std::string(isLayered ? " with layers" : "");
}

std::string placeName(const TexturePlace& place) { return std::to_string(place.dimensions) + "D" + (place.isLayered ? "Layered" : ""); }

Mask lanesOfSameObject(const std::uint64_t* objects, Mask mask) {
  const std::uint64_t object = objects[firstLane(mask)];
  Mask same = 0;
  for (Mask rest = mask; rest; rest &= rest - 1)
    if (objects[firstLane(rest)] == object) same |= rest & -rest;
  return same;
}

} // namespace gevo::sim
