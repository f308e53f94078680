#pragma once

/// The best variants of a stored run, validated on held-out tests one candidate after the other until one passes.

#include "core/validation/candidates.h"
#include "core/validation/fuzz.h"
#include "core/validation/validation.h"

namespace gevo {

/// The rule of candidates.h over a stored run; an id. Nothing where no variant is left.
Result<std::optional<std::int64_t>> bestVariant(const Store& store, const RunInfo& run, const BestCriterion& criterion);
/// The same variant, read from the file.
Result<std::optional<Individual>> bestIndividual(const Store& store, const RunInfo& run, const BestCriterion& criterion);

struct BestReport {
  struct Validation {
    BestCriterion criterion;
    std::vector<ValidationRow> validated; ///< now or in an earlier session of the run, in order; the last passed, if any did
  };
  struct Tried {
    std::int64_t variant = 0;
    FuzzReport report;
  };
  std::vector<Tried> tried;            ///< on fresh inputs, after they had passed
  std::vector<Validation> validations; ///< none for a criterion that nothing answers: no variant is faster than the original
  std::vector<std::string> notes;      ///< why validation ended early, or not on fresh inputs; one message each
  bool cancelled = false;
  bool complete = true; ///< no validation ended with an error
};

/// Fresh inputs that each variant is tried on that has passed its held-out tests; none by default.
struct FreshInputs {
  std::size_t count = 0;
  double seconds = 0;            ///< as FuzzSettings, for all variants together
  std::set<std::int64_t> done{}; ///< variants that are not to be tried again
};

/// At most this many candidates for each criterion, those that were derived from another one included.
inline constexpr std::size_t candidateLimit = 5;

/// Validates the best variants, and keeps each result in the file at once. After a variant that failed comes what is left of it without
/// the edits that do nothing on the tests (see `minimiseVariant`) or, where that failed too or is all of it, without those that fail the
/// held-out ones (see `repairVariant`): a derived variant of the file, validated on inputs of its own as any other candidate. Results of
/// earlier sessions count, so a run whose best stayed the same is not validated again; it is tried on fresh inputs all the same, where the
/// file has lines for some. A candidate that fails on one of them has failed. An error is one of the file.
Result<BestReport> validateBest(Store& store, const RunInfo& run, Validator& validator, const JobOptions& settings,
                                const FreshInputs& inputs = {});

} // namespace gevo
