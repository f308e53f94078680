#include "core/evolution/islands.h"

#include <algorithm>
#include <map>

namespace gevo {

namespace {

constexpr std::size_t migrantsOf = 20; ///< one of so many slots

Population orOriginal(Population population, const Member& original, const Objectives& objectives) {
  return population.members.empty() ? rankPopulation({original}, objectives) : std::move(population);
}

} // namespace

std::vector<Member> membersOf(const Islands& islands) {
  std::vector<Member> members;
  std::set<std::int64_t> seen;
  for (const Population& island : islands)
    for (const Member& member : island.members)
      if (seen.insert(member->id).second) members.push_back(member);
  return members;
}

EditLengths editLengths(const Islands& islands) {
  Population all;
  for (const Population& island : islands) all.sizes.insert(all.sizes.end(), island.sizes.begin(), island.sizes.end());
  return editLengths(all);
}

Islands keepMembers(const Islands& islands, const std::vector<Member>& left, const Member& original, const Objectives& objectives) {
  std::map<std::int64_t, Member> byId;
  for (const Member& member : left) byId.emplace(member->id, member);
  Islands kept;
  for (const Population& island : islands) {
    std::vector<Member> members;
    for (const Member& member : island.members)
      if (const auto found = byId.find(member->id); found != byId.end()) members.push_back(found->second);
    kept.push_back(orOriginal(rankPopulation(std::move(members), objectives), original, objectives));
  }
  return kept;
}

Islands dealMembers(const std::vector<Member>& members, std::size_t count, const Objectives& objectives) {
  std::vector<std::vector<Member>> dealt(count);
  for (std::size_t i = 0; i < members.size(); ++i) dealt[i % count].push_back(members[i]);
  Islands islands;
  for (std::size_t i = 0; i < count; ++i) // with fewer members than islands some begin with the same one
    islands.push_back(rankPopulation(dealt[i].empty() && !members.empty() ? dealt[i % members.size()] : dealt[i], objectives));
  return islands;
}

void IslandCandidates::add(std::size_t island, const std::vector<Member>& members) {
  for (const Member& member : members) ids_[island].insert(member->id);
}

void IslandCandidates::addToAll(const std::vector<Member>& members) {
  for (std::size_t island = 0; island < ids_.size(); ++island) add(island, members);
}

std::vector<Member> IslandCandidates::migrate(const Islands& islands) {
  std::vector<Member> migrants;
  for (std::size_t from = 0; from < islands.size(); ++from) {
    const std::vector<Member> best = bestOf(islands[from], std::max<std::size_t>(1, size_ / migrantsOf));
    add((from + 1) % ids_.size(), best);
    migrants.insert(migrants.end(), best.begin(), best.end());
  }
  return migrants;
}

Islands IslandCandidates::select(const std::vector<Member>& left, std::size_t count, const Member& original,
                                 const Objectives& objectives) const {
  std::vector<std::vector<Member>> candidates(ids_.size());
  for (const Member& member : left) {
    bool isKnown = false;
    for (std::size_t island = 0; island < ids_.size(); ++island) {
      if (!ids_[island].contains(member->id)) continue;
      candidates[island].push_back(member);
      isKnown = true;
    }
    if (!isKnown) candidates[islandOf(member->slot)].push_back(member);
  }
  Islands islands;
  // Of all candidates none may have passed a new test, or a new input.
  for (const std::vector<Member>& own : candidates)
    islands.push_back(orOriginal(selectPopulation(own, count, objectives), original, objectives));
  return islands;
}

} // namespace gevo
