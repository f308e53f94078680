#pragma once

/// The populations of a run, which evolve on their own and hand their best on in a ring (the island model of genetic algorithms: Tanese
/// 1989). Most runs have one. An individual belongs to the island of its slot, and to those that it moved on to.

#include "core/evolution/population.h"

#include <set>
#include <vector>

namespace gevo {

using Islands = std::vector<Population>; ///< at least one

/// Of all islands, each member once, island by island.
std::vector<Member> membersOf(const Islands& islands);
EditLengths editLengths(const Islands& islands);

/// Islands with the members that are left, as they are there; one that loses all goes on with the original.
Islands keepMembers(const Islands& islands, const std::vector<Member>& left, const Member& original, const Objectives& objectives);
/// Members dealt out one by one, the best first, so that all islands begin alike.
Islands dealMembers(const std::vector<Member>& members, std::size_t count, const Objectives& objectives);

/// What the islands of the next generation are selected from.
class IslandCandidates {
public:
  /// `size`: slots of an island.
  IslandCandidates(std::size_t islands, std::size_t size) : ids_(islands), size_(size) {}

  void add(std::size_t island, const std::vector<Member>& members);
  void addToAll(const std::vector<Member>& members);
  /// The best of each, which are added to the next: a twentieth of its slots, at least one.
  std::vector<Member> migrate(const Islands& islands);
  std::size_t islandOf(std::uint32_t slot) const { return slot / size_ % ids_.size(); }

  /// Selects each island from those of `left` that were added to it; what was added to none belongs to the island of its slot.
  Islands select(const std::vector<Member>& left, std::size_t count, const Member& original, const Objectives& objectives) const;

private:
  std::vector<std::set<std::int64_t>> ids_;
  std::size_t size_;
};

} // namespace gevo
