#pragma once

/// Edits whose interactions are known, since they were made so.

#include "core/interactions/interactions.h"

#include <cmath>
#include <set>

namespace gevo::planted {

/// A group of edits with a gain of its own. Groups don't interact.
struct Group {
  enum class Kind : std::uint8_t {
    Single,       ///< one edit, which gains
    Noise,        ///< one edit, which hardly changes the runtime
    FailsInPart,  ///< fails unless all or none of its edits are there
    GainsAsWhole, ///< nothing is gained before all are there
    Built         ///< the second edit gains, and fails without the first, which gains nothing
  };
  Kind kind = Kind::Single;
  std::vector<std::size_t> edits;
  double gain = 0;
};

struct Structure {
  std::vector<Group> groups;
  bool factors = false;      ///< gains multiply; else they add up
  double halfWidth = 0;      ///< of measurements, as a share
  std::size_t evaluated = 0; ///< subsets, so far

  std::size_t edits() const {
    std::size_t count = 0;
    for (const Group& group : groups) count += group.edits.size();
    return count;
  }

  SubsetOutcome evaluate(const EditSet& set) const {
    double runtime = 100;
    for (const Group& group : groups) {
      std::size_t present = 0;
      for (const std::size_t edit : group.edits) present += set[edit] ? 1 : 0;
      const bool all = present == group.edits.size();
      if (group.kind == Group::Kind::FailsInPart && present > 0 && !all) return {Reason::WrongOutput};
      if (group.kind == Group::Kind::Built && set[group.edits[1]] && !set[group.edits[0]]) return {Reason::OutOfBounds};
      if (all) runtime = factors ? runtime * (1 - group.gain) : runtime - 100 * group.gain;
    }
    return {Reason::None, runtime * (1 + halfWidth / 2 * noiseOf(set)), halfWidth};
  }

  EvaluateSubsets evaluator() {
    return [this](const std::vector<EditSet>& sets) -> Result<std::vector<SubsetOutcome>> {
      std::vector<SubsetOutcome> outcomes;
      for (const EditSet& set : sets) outcomes.push_back(evaluate(set));
      evaluated += sets.size();
      return outcomes;
    };
  }

  std::set<std::set<std::size_t>> clusters() const {
    std::set<std::set<std::size_t>> result;
    for (const Group& group : groups)
      if (group.edits.size() > 1) result.insert({group.edits.begin(), group.edits.end()});
    return result;
  }

  std::set<Need> needs() const {
    std::set<Need> result;
    for (const Group& group : groups) {
      if (group.kind == Group::Kind::Built) result.insert({group.edits[1], group.edits[0], NeedKind::Fails});
      if (group.kind != Group::Kind::FailsInPart && group.kind != Group::Kind::GainsAsWhole) continue;
      for (const std::size_t edit : group.edits)
        for (const std::size_t other : group.edits)
          if (edit != other) result.insert({edit, other, group.kind == Group::Kind::FailsInPart ? NeedKind::Fails : NeedKind::NoGain});
    }
    return result;
  }

private:
  /// From -1 to 1, the same for the same subset.
  static double noiseOf(const EditSet& set) { return 2 * double(std::hash<EditSet>()(set) % 1001) / 1000 - 1; }
};

} // namespace gevo::planted
