#include "core/interactions/change.h"
#include "core/interactions/lattice.h"

#include <algorithm>

namespace gevo {

namespace {

/// How an edit fares in the subsets that lack another.
struct Use {
  bool fails = true; ///< in each
  bool gains = false;

  void add(const SubsetOutcome& before, const SubsetOutcome& after, double leastGain) {
    if (after.fails()) return;
    fails = false;
    gains = gains || before.fails() || Change::between(before, after, before.runtime).isGain(leastGain);
  }
};

} // namespace

std::vector<Need> needsIn(const Cluster& cluster, double leastGain) {
  std::vector<Need> needs;
  const std::size_t count = cluster.edits.size();
  for (std::size_t edit = 0; edit < count; ++edit) {
    Use anywhere;
    std::vector<Use> lacking(count);
    for (std::size_t number = 0; number < cluster.lattice.size(); ++number) {
      if (((number >> edit) & 1) == 0) continue;
      const SubsetOutcome& before = cluster.lattice[number & ~(std::size_t(1) << edit)].outcome;
      const SubsetOutcome& after = cluster.lattice[number].outcome;
      anywhere.add(before, after, leastGain);
      for (std::size_t other = 0; other < count; ++other)
        if (other != edit && ((number >> other) & 1) == 0) lacking[other].add(before, after, leastGain);
    }
    for (std::size_t other = 0; other < count; ++other) {
      if (other == edit) continue;
      if (lacking[other].fails && !anywhere.fails)
        needs.push_back({cluster.edits[edit], cluster.edits[other], NeedKind::Fails});
      else if (!lacking[other].gains && anywhere.gains)
        needs.push_back({cluster.edits[edit], cluster.edits[other], NeedKind::NoGain});
    }
  }
  return needs;
}

std::vector<Need> needsOf(std::size_t edit, const EditSet& context, double leastGain, const EvaluatedSubsets& subsets) {
  std::vector<Need> needs;
  for (const std::size_t other : membersOf(context)) {
    const EditSet less = without(context, other);
    const EditSet more = with(less, edit);
    if (!subsets.knows(more) || (!subsets.at(more).fails() && !subsets.knows(less))) continue;
    Use use;
    if (!subsets.at(more).fails()) use.add(subsets.at(less), subsets.at(more), leastGain);
    if (use.fails)
      needs.push_back({edit, other, NeedKind::Fails});
    else if (!use.gains)
      needs.push_back({edit, other, NeedKind::NoGain});
  }
  return needs;
}

void dropNeedsOfFoundations(std::vector<Need>& needs) {
  const std::vector<Need> all = needs;
  std::erase_if(needs, [&](const Need& need) {
    return need.kind == NeedKind::NoGain && std::ranges::find(all, Need{need.needed, need.edit, NeedKind::Fails}) != all.end();
  });
}

} // namespace gevo
