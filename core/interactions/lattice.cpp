#include "core/interactions/lattice.h"

#include <algorithm>
#include <bit>

namespace gevo {

namespace {

/// Up to 256 subsets nothing is inferred.
constexpr std::size_t alwaysEvaluated = 8;
/// Sizes from either end that are evaluated before anything is inferred.
constexpr std::size_t evaluatedSizes = 2;

/// An edit and another of its context, as positions in the cluster.
struct Requirement {
  std::size_t edit;
  std::size_t needed;
  bool isBrokenBy(std::size_t number) const { return ((number >> edit) & 1) != 0 && ((number >> needed) & 1) == 0; }
};

class LatticeEvaluation {
public:
  LatticeEvaluation(const std::vector<std::size_t>& cluster, const std::vector<EditSet>& contexts, EvaluatedSubsets& subsets)
      : cluster_(cluster), edits_(contexts.size()), contexts_(contexts), subsets_(subsets), points_(std::size_t(1) << cluster.size()),
        known_(points_.size(), false) {}

  Result<std::vector<LatticePoint>> run() {
    const std::size_t last = cluster_.size();
    for (std::size_t size = 0; size <= last / 2; ++size) {
      if (size > evaluatedSizes && last > alwaysEvaluated) infer();
      GEVO_TRY_ASSIGN(const bool enough, evaluateSizes(size, last - size));
      if (!enough) return std::vector<LatticePoint>();
    }
    return std::move(points_);
  }

private:
  Result<bool> evaluateSizes(std::size_t small, std::size_t large) {
    std::vector<std::size_t> numbers;
    std::vector<EditSet> wanted;
    for (std::size_t number = 0; number < points_.size(); ++number) {
      const auto size = std::size_t(std::popcount(number));
      if ((size != small && size != large) || known_[number]) continue;
      numbers.push_back(number);
      wanted.push_back(subsetOf(cluster_, number, edits_));
    }
    GEVO_TRY_ASSIGN(const bool enough, subsets_.request(wanted));
    if (!enough) return false;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      points_[numbers[i]] = {subsets_.at(wanted[i]), false};
      known_[numbers[i]] = true;
    }
    return true;
  }

  /// What every known subset bears out, and the smallest contexts show.
  std::vector<Requirement> requirements() const {
    std::vector<Requirement> found;
    for (std::size_t edit = 0; edit < cluster_.size(); ++edit)
      for (std::size_t needed = 0; needed < cluster_.size(); ++needed)
        if (contexts_[cluster_[edit]][cluster_[needed]] && isBorneOut({edit, needed})) found.push_back({edit, needed});
    return found;
  }

  bool isBorneOut(const Requirement& requirement) const {
    for (std::size_t number = 0; number < points_.size(); ++number)
      if (known_[number] && requirement.isBrokenBy(number) && !points_[number].outcome.fails()) return false;
    return true;
  }

  void infer() {
    for (const Requirement& requirement : requirements()) {
      const Reason reason = points_[std::size_t(1) << requirement.edit].outcome.reason;
      for (std::size_t number = 0; number < points_.size(); ++number) {
        if (known_[number] || !requirement.isBrokenBy(number)) continue;
        points_[number] = {{reason, 0, 0, {}}, true};
        known_[number] = true;
      }
    }
  }

  const std::vector<std::size_t>& cluster_;
  std::size_t edits_;
  const std::vector<EditSet>& contexts_;
  EvaluatedSubsets& subsets_;
  std::vector<LatticePoint> points_;
  std::vector<bool> known_;
};

} // namespace

EditSet subsetOf(const std::vector<std::size_t>& cluster, std::size_t number, std::size_t edits) {
  EditSet set(edits, false);
  for (std::size_t i = 0; i < cluster.size(); ++i)
    if (((number >> i) & 1) != 0) set[cluster[i]] = true;
  return set;
}

Result<std::vector<LatticePoint>> evaluateLattice(const std::vector<std::size_t>& cluster, const std::vector<EditSet>& contexts,
                                                  EvaluatedSubsets& subsets) {
  if (cluster.size() > largestLattice || (std::size_t(1) << cluster.size()) > subsets.left()) return std::vector<LatticePoint>();
  return LatticeEvaluation(cluster, contexts, subsets).run();
}

} // namespace gevo
