#include "core/kernel/simulator/execute/memory/race_findings.h"

#include <algorithm>
#include <utility>

namespace gevo::sim {

std::size_t RaceFindings::Hash::operator()(const Pair& pair) const {
  const auto word = [](Access access) { return std::uint64_t{access.location} << 2 | static_cast<std::uint64_t>(access.kind); };
  return std::hash<std::uint64_t>()(word(pair.first) << 32 ^ word(pair.second) << 1 ^ (pair.isShared ? 1U : 0U));
}

void RaceFindings::startLaunch(const std::vector<SourceLocation>& locations) {
  locations_ = &locations;
  pairs_.clear();
}

void RaceFindings::add(Access first, Access second, bool isShared, const Found& found) {
  if (second < first) std::swap(first, second);
  Found& known = pairs_.try_emplace({first, second, isShared}, found).first->second;
  known.missing = std::max(known.missing, found.missing);
  known.isExchange &= found.isExchange;
}

std::vector<Race> RaceFindings::races(const std::string& kernel) const {
  std::vector<Race> races;
  for (const auto& [pair, found] : pairs_) {
    Race race{kernel,
              {(*locations_)[pair.first.location], pair.first.kind},
              {(*locations_)[pair.second.location], pair.second.kind},
              found.sameWarp,
              pair.isShared,
              found.missing,
              found.isExchange};
    if (race.second < race.first) std::swap(race.first, race.second);
    races.push_back(std::move(race));
  }
  std::ranges::sort(races, {}, &Race::key);
  return races;
}

} // namespace gevo::sim
