#pragma once

/// The best of a run, judged on held-out tests one candidate after the other until one passes.

#include "core/validation/validation.h"

namespace gevo {

/// What a run is asked for: the fastest variant with an error of at most `error`, or the one that needs the least energy.
struct BestCriterion {
  double error = 0;
  Objective least = Objective::Time; ///< or energy
};
/// The fastest exact one, and in trade-off mode the fastest within the tolerance too; where energy is an objective, the most frugal within
/// the tolerance as well.
std::vector<BestCriterion> criteriaOf(const EvaluationSettings& settings);

/// Candidates for one criterion, best first: valid variants that are better than the original, by runtime (or energy), error, active edits
/// and id. What failed on held-out tests is left out, with equal code and with whatever has all of its active edits; in its place come the
/// variants that were derived from it.
class Candidates {
public:
  static Result<Candidates> read(const Store& store, const RunInfo& run, const BestCriterion& criterion);

  /// The best that is left; none when all are used up.
  Result<std::optional<Individual>> best() const;

private:
  Candidates(const Store& store, std::int64_t run) : store_(&store), run_(run) {}
  void ruleOut(const Individual& failed);
  void addDerived(const std::vector<VariantRow>& derived, const std::vector<std::int64_t>& failed);
  bool isOut(const VariantRow& row, const Individual& individual) const;

  const Store* store_;
  std::int64_t run_;
  std::vector<VariantRow> rows_;
  std::vector<EditList> failedEdits_; ///< sorted
  std::vector<Hash128> failedCodes_;
};

/// The variant to recommend: the first that is not known to fail. Nothing when no variant is faster than the original.
Result<std::optional<std::int64_t>> bestVariant(const Store& store, const RunInfo& run, const BestCriterion& criterion);

struct BestReport {
  struct Validation {
    BestCriterion criterion;
    std::vector<ValidationRow> judged; ///< now or in an earlier session of the run, in order; the last passed, if any did
  };
  std::vector<Validation> validations; ///< none for a criterion that nothing answers: no variant is faster than the original
  std::vector<std::string> notes;      ///< why validation ended early, or not on fresh inputs; a sentence each
  bool cancelled = false;
};

/// At most this many candidates for each criterion, those that were derived from another one included.
inline constexpr std::size_t candidateLimit = 5;

/// Judges, and keeps each verdict in the file at once. After a variant that failed comes, on inputs of its own as any other candidate, what
/// is left of it without the edits that do nothing on the tests (see `minimised`) or, where that failed too or is all of it, without
/// those that fail the held-out ones (see `repaired`), as a derived variant of the file.
/// What an earlier session found out counts, so a run whose best stayed the same is not judged again. An error is one of the file.
Result<BestReport> validateBest(Store& store, const RunInfo& run, const JobOptions& settings);

} // namespace gevo
