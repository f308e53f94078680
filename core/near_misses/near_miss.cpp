#include "core/near_misses/near_miss.h"

#include <algorithm>
#include <set>

namespace gevo {

bool canBeNear(Reason reason) {
  switch (reason) {
  case Reason::OutOfBounds:
  case Reason::Uninitialised:
  case Reason::Race:
  case Reason::Undefined:
  case Reason::WrongOutput:
    return true;
  default:
    return false;
  }
}

bool leavesNoTime(Reason reason) {
  switch (reason) {
  case Reason::Misaligned:
  case Reason::BarrierDivergence:
  case Reason::Budget:
  case Reason::NoProgress:
  case Reason::Trap:
  case Reason::NotFinite:
  case Reason::Decision:
    return true;
  default:
    return false;
  }
}

std::vector<NearMissGroup> grouped(std::vector<NearMiss> misses, std::size_t most) {
  std::ranges::stable_sort(misses, std::greater<>(), &NearMiss::gain);
  std::vector<NearMissGroup> groups;
  std::vector<std::set<std::int64_t>> variants; ///< per group
  for (NearMiss& miss : misses) {
    auto group = std::ranges::find_if(groups, [&](const NearMissGroup& one) { return one.reason == miss.reason && one.at == miss.at; });
    if (group == groups.end()) {
      groups.push_back({miss.reason, miss.at, {}, 0});
      variants.emplace_back();
      group = groups.end() - 1;
    }
    std::set<std::int64_t>& known = variants[std::size_t(group - groups.begin())];
    known.insert(miss.variants.begin(), miss.variants.end());
    group->rejected = known.size();
    if (group->misses.size() < most) group->misses.push_back(std::move(miss));
  }
  return groups;
}

} // namespace gevo
