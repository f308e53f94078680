#include "core/kernel/syntax/parameter_uses.h"

#include <array>
#include <vector>

namespace gevo::program {

const char* useName(Use use) {
  static constexpr std::array names{"block size", "array size", "grid", "device code"};
  const auto index = static_cast<std::size_t>(use);
  return index < names.size() ? names[index] : "unknown";
}

void ParameterUses::use(const Extent& extent, Use use) {
  places_[extent.begin.file].insert({extent.begin.offset, extent.end, true, use, {}, {}});
}

void ParameterUses::flow(const Extent& extent, const Entity& entity, Flow flow) {
  places_[extent.begin.file].insert({extent.begin.offset, extent.end, false, {}, flow, entity});
}

std::map<Entity, Use> ParameterUses::find() const {
  std::map<Use, std::set<Entity>> direct;
  std::map<Entity, Flows> parts; // of what an entity stands for
  // Mentions ascend, so each place is entered and left once.
  std::int32_t file = -1;
  std::vector<const Place*> around;
  std::set<Place>::const_iterator next;
  for (const auto& [spot, entity] : mentions_) {
    const auto places = places_.find(spot.file);
    if (places == places_.end()) continue;
    if (spot.file != file) {
      file = spot.file;
      around.clear();
      next = places->second.begin();
    }
    for (; next != places->second.end() && next->begin <= spot.offset; ++next) around.push_back(&*next);
    std::erase_if(around, [&](const Place* place) { return place->end <= spot.offset; });
    for (const Place* place : around)
      if (place->isUse)
        direct[place->use].insert(entity);
      else
        parts[place->entity].emplace(entity, place->flow);
  }

  std::map<Entity, Use> found;
  for (const auto& [use, entities] : direct) {
    std::vector<Entity> open(entities.begin(), entities.end());
    while (!open.empty()) {
      const Entity whole = std::move(open.back());
      open.pop_back();
      if (!found.emplace(whole, use).second) continue;
      if (const auto more = parts.find(whole); more != parts.end())
        for (const auto& [part, flow] : more->second)
          if (use != Use::DeviceCode || flow == Flow::Definition) open.push_back(part);
    }
  }
  return found;
}

} // namespace gevo::program
