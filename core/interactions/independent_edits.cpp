#include "core/interactions/independent_edits.h"

#include "core/interactions/change.h"

#include <algorithm>

namespace gevo {

namespace {

/// Subsets that are evaluated together, for the sake of parallel workers. The results don't depend on it.
constexpr std::size_t atOnce = 8;

class Separation {
public:
  Separation(std::size_t edits, const InteractionOptions& options, EvaluatedSubsets& subsets)
      : options_(options), subsets_(subsets), none_(edits, false), all_(edits, true), rest_(all_) {}

  Result<SeparatedEdits> run() {
    GEVO_TRY(evaluateEach());
    if (subsets_.at(all_).fails()) return fail("the variant fails its tests: {}", reasonName(subsets_.at(all_).reason));
    SeparatedEdits result{{}, none_};
    for (std::size_t edit = 0; edit < all_.size(); ++edit) {
      if (subsets_.at(with(none_, edit)).fails()) continue;
      GEVO_TRY(foresee(edit));
      if (!isIndependent(edit, rest_)) continue;
      if (alone(edit).isNothing(options_.leastGain) && within(edit, rest_).isNothing(options_.leastGain)) result.weak[edit] = true;
      rest_[edit] = false;
    }
    result.epistatic = rest_;
    return result;
  }

private:
  Result<void> evaluateEach() {
    std::vector<EditSet> wanted{none_, all_};
    for (std::size_t edit = 0; edit < all_.size(); ++edit) {
      wanted.push_back(with(none_, edit));
      wanted.push_back(::gevo::without(all_, edit));
    }
    return request(wanted);
  }

  Result<void> request(const std::vector<EditSet>& wanted) {
    GEVO_TRY_ASSIGN(const bool enough, subsets_.request(wanted));
    if (!enough) return fail("{} evaluations are too few for {} edits", subsets_.evaluations(), all_.size());
    return {};
  }

  double scale() const { return std::min(subsets_.at(none_).runtime, subsets_.at(all_).runtime); }
  Change alone(std::size_t edit) const { return Change::between(subsets_.at(none_), subsets_.at(with(none_, edit)), scale()); }
  Change within(std::size_t edit, const EditSet& set) const {
    return Change::between(subsets_.at(::gevo::without(set, edit)), subsets_.at(set), scale());
  }

  /// Lines 3 to 7. `set`: known, and so it is without the edit.
  bool isIndependent(std::size_t edit, const EditSet& set) const {
    return !subsets_.at(with(none_, edit)).fails() && !subsets_.at(::gevo::without(set, edit)).fails() &&
           agree(alone(edit), within(edit, set), options_.tolerance);
  }

  /// Each step needs one subset, which depends on the step before. Those of the next few are guessed from what each edit does in the
  /// whole variant, so that they can be evaluated at once.
  Result<void> foresee(std::size_t edit) {
    if (subsets_.knows(::gevo::without(rest_, edit))) return {};
    std::vector<EditSet> wanted;
    EditSet set = rest_;
    for (std::size_t next = edit; next < all_.size() && wanted.size() < std::min(atOnce, subsets_.left()); ++next) {
      if (subsets_.at(with(none_, next)).fails()) continue;
      wanted.push_back(::gevo::without(set, next));
      if (isIndependent(next, all_)) set = wanted.back();
    }
    return request(wanted);
  }

  const InteractionOptions& options_;
  EvaluatedSubsets& subsets_;
  EditSet none_;
  EditSet all_;
  EditSet rest_; ///< S - Indep
};

} // namespace

Result<SeparatedEdits> separateEdits(std::size_t edits, const InteractionOptions& options, EvaluatedSubsets& subsets) {
  return Separation(edits, options, subsets).run();
}

} // namespace gevo
