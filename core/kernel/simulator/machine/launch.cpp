#include "core/kernel/simulator/machine/launch.h"

#include <algorithm>

namespace gevo::sim {

void collect(std::vector<Race>& known, const std::vector<Race>& found) {
  for (const Race& race : found) {
    const auto same = std::ranges::find_if(known, [&](const Race& one) { return one.key() == race.key(); });
    if (same == known.end())
      known.push_back(race);
    else
      same->missing = std::max(same->missing, race.missing);
  }
}

void collect(std::vector<UndefinedValue>& known, const std::vector<UndefinedValue>& found) {
  for (const UndefinedValue& value : found)
    if (std::ranges::none_of(known, [&](const UndefinedValue& one) { return one.key() == value.key(); })) known.push_back(value);
}

void collect(std::vector<UndefinedRead>& known, const std::vector<UndefinedRead>& found) {
  for (const UndefinedRead& read : found) {
    const auto same = std::ranges::find_if(known, [&](const UndefinedRead& one) { return one.key() == read.key(); });
    if (same == known.end()) {
      known.push_back(read);
      continue;
    }
    same->loads += read.loads;
    same->outside.add(read.outside);
  }
}

void OutsideBytes::add(const OutsideBytes& other) {
  before = std::max(before, other.before);
  past = std::max(past, other.past);
  allocation = allocation == 0 ? other.allocation : std::min(allocation, other.allocation);
  access = std::max(access, other.access);
  isShared = isShared || other.isShared;
}

bool areSame(const std::vector<Race>& a, const std::vector<Race>& b) {
  return std::ranges::is_permutation(a, b, [](const Race& x, const Race& y) { return x.key() == y.key() && x.missing == y.missing; });
}

void LaunchStatistics::add(const LaunchStatistics& other) {
  cycles += other.cycles;
  warpInstructions += other.warpInstructions;
  globalSectors += other.globalSectors;
  sharedConflicts += other.sharedConflicts;
  barriers += other.barriers;
  divergentBranches += other.divergentBranches;
  touchedBytes += other.touchedBytes;
}

} // namespace gevo::sim
