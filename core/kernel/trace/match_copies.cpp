#include "core/kernel/trace/match_copies.h"

#include <map>

namespace gevo::program {

namespace {

using Places = std::map<std::uint32_t, std::vector<std::size_t>>;

Places placesOf(const std::vector<const Event*>& copies) {
  Places places;
  for (std::size_t i = 0; i < copies.size(); ++i)
    if (!copies[i]->decision) places[copies[i]->output].push_back(i);
  return places;
}

} // namespace

std::vector<std::optional<std::size_t>> matchCopies(const std::vector<const Event*>& made, const std::vector<const Event*>& own) {
  std::vector<std::optional<std::size_t>> matched(made.size());
  const Places ownPlaces = placesOf(own);
  for (const auto& [output, places] : placesOf(made)) {
    const auto expected = ownPlaces.find(output);
    if (expected == ownPlaces.end()) continue;
    const auto haveEqualSizes = [&](std::size_t count) {
      for (std::size_t i = 1; i <= count; ++i)
        if (copiedBytes(*made[places[places.size() - i]]) != copiedBytes(*own[expected->second[expected->second.size() - i]])) return false;
      return true;
    };
    const bool isPaired = places.size() == expected->second.size() && haveEqualSizes(places.size());
    const std::size_t count = isPaired ? places.size() : haveEqualSizes(1) ? 1 : 0;
    for (std::size_t i = 1; i <= count; ++i) matched[places[places.size() - i]] = expected->second[expected->second.size() - i];
  }
  return matched;
}

} // namespace gevo::program
