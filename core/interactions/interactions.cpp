#include "core/interactions/interactions.h"

#include "core/interactions/change.h"
#include "core/interactions/find_clusters.h"
#include "core/interactions/independent_edits.h"
#include "core/interactions/lattice.h"
#include "core/interactions/shapley.h"
#include "core/interactions/split_cluster.h"

#include <algorithm>

namespace gevo {

namespace {

class Finder {
public:
  Finder(std::size_t edits, const InteractionOptions& options, const EvaluateSubsets& evaluate)
      : count_(edits), subsets_(evaluate, std::max(options.maxEvaluations, 4 * edits + 2)) {
    result_.options = options;
  }

  Result<Interactions> run() {
    GEVO_TRY_ASSIGN(const SeparatedEdits separated, separateEdits(count_, result_.options, subsets_));
    describeEach(separated);
    GEVO_TRY_ASSIGN(const FoundClusters found, findClusters(separated.epistatic, result_.options, subsets_));
    result_.complete = found.complete;
    for (std::size_t edit = 0; edit < count_; ++edit)
      if (found.alone[edit]) result_.edits[edit].role = EditRole::Independent;
    for (const std::vector<std::size_t>& edits : found.clusters) GEVO_TRY(addCluster(edits, found.contexts));
    order();
    result_.evaluations = subsets_.evaluations();
    return std::move(result_);
  }

private:
  EditSet none() const { return EditSet(count_, false); }

  void describeEach(const SeparatedEdits& separated) {
    const EditSet all(count_, true);
    result_.original = subsets_.at(none());
    result_.whole = subsets_.at(all);
    for (std::size_t edit = 0; edit < count_; ++edit) {
      EditInteraction& one = result_.edits.emplace_back();
      one.role = separated.epistatic[edit] ? EditRole::Epistatic : separated.weak[edit] ? EditRole::Weak : EditRole::Independent;
      one.alone = subsets_.at(with(none(), edit));
      one.without = subsets_.at(::gevo::without(all, edit));
      one.shapley = result_.gainOf(one.alone);
      one.shapleyHalfWidth = valueOf(one.alone).halfWidth;
    }
  }

  SubsetValue valueOf(const SubsetOutcome& outcome) const {
    if (outcome.fails()) return {};
    return {result_.gainOf(outcome), outcome.halfWidth * outcome.runtime / result_.original.runtime};
  }

  Result<void> addCluster(const std::vector<std::size_t>& edits, const std::vector<EditSet>& contexts) {
    Cluster cluster;
    cluster.edits = edits;
    GEVO_TRY_ASSIGN(cluster.lattice, evaluateLattice(edits, contexts, subsets_));
    if (!cluster.lattice.empty()) {
      const std::vector<std::vector<std::size_t>> parts = splitCluster(edits, cluster.lattice, result_.options.tolerance);
      if (parts.size() > 1) return addParts(parts, contexts);
    }
    GEVO_TRY_ASSIGN(const bool known, subsets_.request({setOf(edits, count_)}));
    if (known) cluster.together = subsets_.at(setOf(edits, count_));
    result_.complete = result_.complete && known;
    cluster.gain = known ? result_.gainOf(cluster.together) : 0;
    for (const std::size_t edit : edits) cluster.sumOfParts += result_.gainOf(result_.edits[edit].alone);
    const double least = result_.options.leastGain;
    std::vector<Need> needs;
    if (!cluster.lattice.empty()) {
      needs = needsIn(cluster, least);
      contributeExactly(cluster);
    } else {
      for (const std::size_t edit : edits) std::ranges::copy(needsOf(edit, contexts[edit], least, subsets_), std::back_inserter(needs));
      GEVO_TRY(contributeBySampling(edits));
    }
    dropNeedsOfFoundations(needs);
    std::ranges::copy(needs, std::back_inserter(result_.needs));
    result_.clusters.push_back(std::move(cluster));
    return {};
  }

  Result<void> addParts(const std::vector<std::vector<std::size_t>>& parts, const std::vector<EditSet>& contexts) {
    for (const std::vector<std::size_t>& part : parts) {
      if (part.size() > 1)
        GEVO_TRY(addCluster(part, contexts));
      else
        result_.edits[part.front()].role = EditRole::Independent;
    }
    return {};
  }

  void contributeExactly(const Cluster& cluster) {
    std::vector<SubsetValue> values;
    for (const LatticePoint& point : cluster.lattice) values.push_back(valueOf(point.outcome));
    keep(cluster.edits, shapleyValues(values));
  }

  Result<void> contributeBySampling(const std::vector<std::size_t>& edits) {
    std::optional<Error> problem;
    const auto valuesOf = [&](const std::vector<std::size_t>& order) -> std::optional<std::vector<SubsetValue>> {
      std::vector<EditSet> beginnings{none()};
      for (const std::size_t position : order) beginnings.push_back(with(beginnings.back(), edits[position]));
      const Result<bool> known = subsets_.request(beginnings);
      if (!known) problem = known.error();
      if (!known || !*known) return std::nullopt;
      std::vector<SubsetValue> values;
      for (const EditSet& set : beginnings) values.push_back(valueOf(subsets_.at(set)));
      return values;
    };
    keep(edits, sampleShapleyValues(edits.size(), result_.options.tolerance, valuesOf));
    if (problem) return std::unexpected(*problem);
    return {};
  }

  void keep(const std::vector<std::size_t>& edits, const std::vector<SubsetValue>& values) {
    for (std::size_t i = 0; i < edits.size(); ++i) {
      result_.edits[edits[i]].shapley = values[i].value;
      result_.edits[edits[i]].shapleyHalfWidth = values[i].halfWidth;
    }
  }

  void order() {
    std::ranges::stable_sort(result_.clusters, std::greater<>(), &Cluster::gain);
    for (std::size_t number = 0; number < result_.clusters.size(); ++number)
      for (const std::size_t edit : result_.clusters[number].edits) {
        result_.edits[edit].cluster = number;
        result_.edits[edit].role = EditRole::Epistatic;
      }
    std::ranges::sort(result_.needs);
    for (std::size_t edit = 0; edit < count_; ++edit) result_.edits[edit].steppingStone = isSteppingStone(edit);
  }

  bool isSteppingStone(std::size_t edit) const {
    const EditInteraction& one = result_.edits[edit];
    if (one.failsAlone() || std::ranges::find(result_.needs, edit, &Need::edit) != result_.needs.end()) return false;
    return std::ranges::find(result_.needs, edit, &Need::needed) != result_.needs.end() &&
           Change::between(result_.original, one.alone, result_.original.runtime).isNothing(result_.options.leastGain);
  }

  std::size_t count_;
  EvaluatedSubsets subsets_;
  Interactions result_;
};

} // namespace

const char* editRoleName(EditRole role) {
  switch (role) {
  case EditRole::Independent:
    return "independent";
  case EditRole::Weak:
    return "weak";
  case EditRole::Epistatic:
    return "epistatic";
  }
  return "";
}

Result<Interactions> findInteractions(std::size_t edits, const InteractionOptions& options, const EvaluateSubsets& evaluate) {
  return Finder(edits, options, evaluate).run();
}

} // namespace gevo
