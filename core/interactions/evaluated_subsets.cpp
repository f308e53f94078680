#include "core/interactions/evaluated_subsets.h"

#include <unordered_set>

namespace gevo {

Result<bool> EvaluatedSubsets::request(const std::vector<EditSet>& wanted) {
  std::vector<EditSet> unknown;
  std::unordered_set<EditSet> seen;
  for (const EditSet& set : wanted)
    if (!knows(set) && seen.insert(set).second) unknown.push_back(set);
  if (unknown.size() > left()) return false;
  if (unknown.empty()) return true;
  GEVO_TRY_ASSIGN(const std::vector<SubsetOutcome> outcomes, evaluate_(unknown));
  if (outcomes.size() != unknown.size()) return fail("{} subsets of edits have {} outcomes", unknown.size(), outcomes.size());
  evaluations_ += unknown.size();
  for (std::size_t i = 0; i < unknown.size(); ++i) known_.insert_or_assign(unknown[i], outcomes[i]);
  // Edits that do nothing in a subset leave the code of the others.
  for (const SubsetOutcome& outcome : outcomes)
    if (!outcome.active.empty() && !outcome.fails()) known_.try_emplace(outcome.active, outcome);
  return true;
}

} // namespace gevo
