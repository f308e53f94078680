#include "core/validation/candidates.h"

#include "core/validation/validation.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace gevo {

std::vector<BestCriterion> criteriaOf(const EvaluationSettings& settings) {
  std::vector<BestCriterion> criteria{{0}};
  if (settings.mode == Mode::TradeOff) criteria.push_back({settings.tolerance});
  if (measuresEnergy(settings)) criteria.push_back({settings.mode == Mode::TradeOff ? settings.tolerance : 0, Objective::Energy});
  return criteria;
}

bool answers(const ValidationRow& validation, const BestCriterion& criterion) {
  return validation.passed && !(validation.error > criterion.error);
}

namespace {

const VariantRow* find(std::span<const VariantRow> rows, std::int64_t id) {
  const auto row = std::ranges::lower_bound(rows, id, {}, &VariantRow::id);
  return row != rows.end() && row->id == id ? &*row : nullptr;
}

class Rule {
public:
  Rule(const Candidates& candidates, const BestCriterion& criterion)
      : candidates_(candidates), criterion_(criterion),
        toBeat_(byEnergy() ? candidates.run.originalEnergy : candidates.run.fastestOriginal()) {
    for (const ValidationRow& validation : candidates.validations) {
      if (answers(validation, criterion)) continue;
      failed_.insert(validation.variant);
      if (const VariantRow* row = find(validation.variant); row != nullptr && !row->code.isNull()) failedCodes_.insert(row->code);
    }
  }

  const VariantRow* best() const {
    const VariantRow* best = firstByRank();
    for (const ValidationRow& validation : candidates_.validations) {
      if (!answers(validation, criterion_)) continue;
      const VariantRow* row = find(validation.variant);
      if (row && isCandidate(*row) && !isKnownFailure(*row) && ownRank(*row) < ownRank(*best)) best = row;
    }
    return best;
  }

private:
  /// Figure, error, active edits and id: less is better.
  using Rank = std::tuple<double, double, std::uint32_t, std::int64_t>;

  const VariantRow* firstByRank() const {
    const VariantRow* first = nullptr;
    Rank least;
    const auto consider = [&](const VariantRow& row, const Rank& rank) {
      if ((first && !(rank < least)) || isKnownFailure(row)) return;
      first = &row;
      least = rank;
    };
    for (const VariantRow& row : candidates_.variants)
      if (isCandidate(row)) consider(row, ownRank(row));
    for (const VariantRow& row : candidates_.derived)
      if (isCandidate(row)) consider(row, std::min(ownRank(row), parentsRank(row)));
    return first;
  }

  bool isCandidate(const VariantRow& row) const { return fulfils(row) && (!isDerived(row.id) || hasFailed(row.parent)); }
  bool fulfils(const VariantRow& row) const {
    return row.id != 0 && row.passedAll && row.error <= criterion_.error && figure(row) < toBeat_;
  }
  bool hasFailed(std::int64_t id) const { return id != 0 && failed_.contains(id); }
  bool isKnownFailure(const VariantRow& row) const {
    return std::ranges::binary_search(candidates_.knownFailures, row.id) || failedCodes_.contains(row.code);
  }

  bool byEnergy() const { return criterion_.least == Objective::Energy; }
  double figure(const VariantRow& row) const { return byEnergy() ? row.energy : row.runtime; }
  Rank ownRank(const VariantRow& row) const { return {figure(row), row.error, row.edits - row.inactive, row.id}; }
  Rank parentsRank(const VariantRow& derived) const {
    const VariantRow* parent = find(derived.parent);
    return ownRank(parent && fulfils(*parent) ? *parent : derived);
  }

  const VariantRow* find(std::int64_t id) const { return gevo::find(isDerived(id) ? candidates_.derived : candidates_.variants, id); }

  const Candidates& candidates_;
  BestCriterion criterion_;
  double toBeat_;                 ///< by the figure that has to be less
  std::set<std::int64_t> failed_; ///< validated, and not what the criterion asks for
  std::set<Hash128> failedCodes_;
};

} // namespace

const VariantRow* bestVariant(const Candidates& candidates, const BestCriterion& criterion) { return Rule(candidates, criterion).best(); }

} // namespace gevo
