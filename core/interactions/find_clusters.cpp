#include "core/interactions/find_clusters.h"

#include "core/interactions/change.h"
#include "core/interactions/components.h"
#include "core/interactions/context_search.h"

#include <algorithm>
#include <span>
#include <utility>

namespace gevo {

namespace {

/// Subsets that are evaluated together, for the sake of parallel workers. The results don't depend on their number.
constexpr std::size_t atOnce = 8;
/// Smaller contexts need no search for groups: the lattice shows what can be split.
constexpr std::size_t leastForGroups = 4;

class ClusterSearch {
public:
  ClusterSearch(const EditSet& epistatic, const InteractionOptions& options, EvaluatedSubsets& subsets)
      : epistatic_(epistatic), options_(options), subsets_(subsets), components_(epistatic.size()), open_(epistatic),
        scale_(std::min(subsets.at(EditSet(epistatic.size(), false)).runtime, subsets.at(EditSet(epistatic.size(), true)).runtime)) {
    found_.contexts.assign(epistatic.size(), EditSet(epistatic.size(), false));
    found_.alone.assign(epistatic.size(), false);
  }

  Result<FoundClusters> run() {
    const std::vector<std::size_t> edits = membersOf(epistatic_);
    std::vector<EditSet> wanted{epistatic_};
    for (const std::size_t edit : edits) wanted.push_back(without(epistatic_, edit));
    GEVO_TRY(request(wanted));
    // The first ones tell the others where to look, so that few begin at once.
    std::size_t together = 1;
    for (std::size_t begin = 0, end = 0; begin < edits.size() && found_.complete; begin = end) {
      end = std::min(begin + together, edits.size());
      together = std::min(2 * together, atOnce);
      std::vector<ContextSearch> searches;
      for (std::size_t i = begin; i < end; ++i) searches.emplace_back(edits[i], without(epistatic_, edits[i]), guessFor(edits[i]));
      GEVO_TRY(searchTogether(searches));
      for (ContextSearch& search : searches) {
        GEVO_TRY(leaveOutGroups(search));
        if (!found_.complete) break;
        keep(search);
      }
    }
    collect();
    return std::move(found_);
  }

private:
  /// False, and the analysis is incomplete, where there are too many.
  Result<bool> request(const std::vector<EditSet>& wanted) {
    if (!found_.complete) return false;
    GEVO_TRY_ASSIGN(found_.complete, subsets_.request(wanted));
    return found_.complete;
  }

  Result<void> searchTogether(std::vector<ContextSearch>& searches) {
    while (std::ranges::any_of(searches, [](const ContextSearch& search) { return !search.isDone(); })) {
      std::vector<std::pair<std::size_t, EditSet>> contexts;
      for (const ContextSearch& search : searches)
        if (!search.isDone()) contexts.emplace_back(search.edit(), search.next());
      GEVO_TRY(evaluate(contexts));
      if (!found_.complete) return {};
      for (ContextSearch& search : searches)
        if (!search.isDone()) search.take(actsTheSame(search.edit(), search.next()));
    }
    return {};
  }

  /// Contexts with and without the edit. Where it fails in one, that one is not needed without it.
  Result<void> evaluate(const std::vector<std::pair<std::size_t, EditSet>>& contexts) {
    std::vector<EditSet> wanted;
    for (const auto& [edit, context] : contexts) wanted.push_back(with(context, edit));
    GEVO_TRY_ASSIGN(const bool known, request(wanted));
    if (!known) return {};
    wanted.clear();
    for (const auto& [edit, context] : contexts)
      if (!subsets_.at(with(context, edit)).fails()) wanted.push_back(context);
    GEVO_TRY(request(wanted));
    return {};
  }

  /// What it is known to interact with, or fails together with: edits of one cluster mostly have the same context. Empty: nothing.
  EditSet guessFor(std::size_t edit) const {
    EditSet others = without(components_.with(edit), edit);
    if (std::ranges::find(others, true) != others.end()) return others;
    for (const EditSet& group : groups_)
      if (group[edit]) return without(group, edit);
    return {};
  }

  /// In the context as among all epistatic edits: it repairs it, or changes the runtime as much.
  bool actsTheSame(std::size_t edit, const EditSet& context) const {
    const SubsetOutcome& after = subsets_.at(with(context, edit));
    if (after.fails()) return false;
    const SubsetOutcome& before = subsets_.at(context);
    const SubsetOutcome& others = subsets_.at(without(epistatic_, edit));
    if (before.fails() != others.fails()) return false;
    if (others.fails()) return true;
    return agree(Change::between(before, after, scale_), Change::between(others, subsets_.at(epistatic_), scale_), options_.tolerance);
  }

  /// Edits that fail without each other, but have nothing to do with this one, can't be left out of its context one by one, only together.
  Result<void> leaveOutGroups(ContextSearch& search) {
    EditSet stay(epistatic_.size(), false);
    while (found_.complete && membersOf(search.context()).size() >= leastForGroups) {
      if (const EditSet guess = guessFor(search.edit()); !guess.empty() && guess != search.context()) {
        GEVO_TRY_ASSIGN(const bool same, isContext(search.edit(), guess));
        if (same) return restart(search, guess);
      } else if (!guess.empty()) {
        return {}; // as others of its cluster
      }
      GEVO_TRY_ASSIGN(const EditSet smaller, withoutGroup(search, stay));
      if (smaller.empty()) return {};
      GEVO_TRY(restart(search, smaller));
    }
    return {};
  }

  Result<bool> isContext(std::size_t edit, const EditSet& context) {
    GEVO_TRY(evaluate({{edit, context}}));
    return found_.complete && actsTheSame(edit, context);
  }

  Result<void> restart(ContextSearch& search, const EditSet& context) {
    std::vector<ContextSearch> again{ContextSearch(search.edit(), context, {})};
    GEVO_TRY(searchTogether(again));
    search = std::move(again.front());
    return {};
  }

  /// The context without a group of two or three of it, in which the edit still acts the same; empty: there is none. `stay`: members that
  /// are in no such group, to which those that were tried are added.
  Result<EditSet> withoutGroup(const ContextSearch& search, EditSet& stay) {
    std::vector<EditSet> known;
    for (const EditSet& group : groups_) addDifference(known, search.context(), group);
    GEVO_TRY_ASSIGN(EditSet found, firstOf(search.edit(), known));
    EditSet mayGo = search.context();
    for (const std::size_t member : membersOf(stay)) mayGo[member] = false;
    for (const std::size_t member : membersOf(mayGo)) {
      if (!found.empty() || !found_.complete) break;
      mayGo[member] = false;
      GEVO_TRY_ASSIGN(found, firstOf(search.edit(), withoutGroupsWith(member, search.context(), membersOf(mayGo))));
      if (found.empty()) stay[member] = true;
    }
    if (!found.empty()) addGroup(search.context(), found);
    return found;
  }

  static std::vector<EditSet> withoutGroupsWith(std::size_t member, const EditSet& context, const std::vector<std::size_t>& others) {
    std::vector<EditSet> candidates;
    const EditSet one = without(context, member);
    for (const std::size_t other : others) candidates.push_back(without(one, other));
    for (std::size_t i = 0; i < others.size(); ++i)
      for (std::size_t j = i + 1; j < others.size(); ++j) candidates.push_back(without(without(one, others[i]), others[j]));
    return candidates;
  }

  void addGroup(EditSet context, const EditSet& without) {
    for (const std::size_t member : membersOf(without)) context[member] = false;
    if (std::ranges::find(groups_, context) == groups_.end()) groups_.push_back(std::move(context));
  }

  static void addDifference(std::vector<EditSet>& candidates, const EditSet& context, const EditSet& group) {
    EditSet less = context;
    for (const std::size_t member : membersOf(group)) less[member] = false;
    if (less != context) candidates.push_back(std::move(less));
  }

  Result<EditSet> firstOf(std::size_t edit, const std::vector<EditSet>& candidates) {
    for (std::size_t begin = 0; begin < candidates.size() && found_.complete; begin += atOnce) {
      const std::span some(candidates.begin() + std::ptrdiff_t(begin), std::min(atOnce, candidates.size() - begin));
      GEVO_TRY_ASSIGN(EditSet found, firstContext(edit, some));
      if (!found.empty()) return found;
    }
    return EditSet();
  }

  Result<EditSet> firstContext(std::size_t edit, std::span<const EditSet> candidates) {
    std::vector<std::pair<std::size_t, EditSet>> contexts;
    for (const EditSet& candidate : candidates) contexts.emplace_back(edit, candidate);
    GEVO_TRY(evaluate(contexts));
    if (!found_.complete) return EditSet();
    for (const EditSet& candidate : candidates)
      if (actsTheSame(edit, candidate)) return candidate;
    return EditSet();
  }

  void keep(const ContextSearch& search) {
    open_[search.edit()] = false;
    found_.contexts[search.edit()] = search.context();
    const std::vector<std::size_t> members = membersOf(search.context());
    if (members.empty()) found_.alone[search.edit()] = true;
    for (const std::size_t member : members) components_.join(search.edit(), member);
  }

  void collect() {
    // Of what was not searched to its end nothing is known but that the edits are epistatic.
    const std::vector<std::size_t> open = membersOf(open_);
    for (const std::size_t edit : open) components_.join(open.front(), edit);
    for (std::size_t edit = 0; edit < epistatic_.size(); ++edit) {
      if (!epistatic_[edit] || components_.rootOf(edit) != edit) continue;
      std::vector<std::size_t> members = membersOf(components_.with(edit));
      if (members.size() < 2) continue;
      for (const std::size_t member : members) found_.alone[member] = false;
      found_.clusters.push_back(std::move(members));
    }
  }

  const EditSet& epistatic_;
  const InteractionOptions& options_;
  EvaluatedSubsets& subsets_;
  Components components_;
  EditSet open_; ///< those whose search did not end
  double scale_; ///< microseconds, see Change
  FoundClusters found_;
  std::vector<EditSet> groups_; ///< that could be left out of a context together
};

} // namespace

Result<FoundClusters> findClusters(const EditSet& epistatic, const InteractionOptions& options, EvaluatedSubsets& subsets) {
  return ClusterSearch(epistatic, options, subsets).run();
}

} // namespace gevo
