#include "core/interactions/split_cluster.h"

#include "core/interactions/change.h"

#include <algorithm>
#include <bit>

namespace gevo {

namespace {

/// `scale`: microseconds.
bool areSeparate(std::size_t part, std::size_t rest, const std::vector<LatticePoint>& lattice, double scale, double tolerance) {
  for (std::size_t number = 0; number < lattice.size(); ++number) {
    const SubsetOutcome& both = lattice[number].outcome;
    const SubsetOutcome& one = lattice[number & part].outcome;
    const SubsetOutcome& other = lattice[number & rest].outcome;
    if (both.fails() != (one.fails() || other.fails())) return false;
    if (both.fails()) continue;
    if (!agree(Change::between(one, both, scale), Change::between(lattice.front().outcome, other, scale), tolerance)) return false;
  }
  return true;
}

/// Those of `members` that contain its lowest bit, smallest first.
std::vector<std::size_t> partsWithFirst(std::size_t members) {
  std::vector<std::size_t> parts;
  const std::size_t first = members & (~members + 1);
  const std::size_t others = members & ~first;
  for (std::size_t part = others;; part = (part - 1) & others) {
    parts.push_back(part | first);
    if (part == 0) break;
  }
  std::ranges::stable_sort(parts, {}, [](std::size_t part) { return std::popcount(part); });
  return parts;
}

} // namespace

std::vector<std::vector<std::size_t>> splitCluster(const std::vector<std::size_t>& edits, const std::vector<LatticePoint>& lattice,
                                                   double tolerance) {
  const std::size_t all = lattice.size() - 1;
  const double scale = std::min(lattice.front().outcome.runtime, lattice.back().outcome.runtime);
  std::vector<std::vector<std::size_t>> result;
  for (std::size_t left = all; left != 0;) {
    std::size_t found = left;
    for (const std::size_t part : partsWithFirst(left))
      if (areSeparate(part, all & ~part, lattice, scale, tolerance)) {
        found = part;
        break;
      }
    std::vector<std::size_t>& members = result.emplace_back();
    for (std::size_t i = 0; i < edits.size(); ++i)
      if (((found >> i) & 1) != 0) members.push_back(edits[i]);
    left &= ~found;
  }
  return result;
}

} // namespace gevo
