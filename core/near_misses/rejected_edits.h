#pragma once

/// The edits that rejected evaluations of a run have beside their parents': candidates for near misses.

#include "core/base/result.h"
#include "core/store/store.h"

#include <map>
#include <stop_token>
#include <vector>

namespace gevo {

/// Edits whose addition was rejected.
struct RejectedEdits {
  EditList edits; ///< one to `mostNew`
  Reason reason = Reason::None;
  std::string message;                ///< of the first evaluation
  std::vector<std::int64_t> variants; ///< evaluations that were rejected for it, in order
};

struct Rejections {
  std::vector<RejectedEdits> edits; ///< likelier ones first, of each reason and place in turn
  std::uint64_t rejected = 0;       ///< evaluations for a reason that canBeNear(), or that leavesNoTime()
  std::uint64_t untimed = 0;        ///< for the latter
};

/// More edits at once than this tell little of any.
inline constexpr std::size_t mostNew = 3;
/// Of wrong results, as a share: what is further off is no near miss. Errors that are no shares have no such limit.
inline constexpr double mostError = 0.1;

/// Collects them, evaluation after evaluation.
class RejectionCollector {
public:
  explicit RejectionCollector(Metric metric) : metric_(metric) {}
  /// In id order: parents come before.
  void add(const Individual& individual);
  Rejections take();

private:
  struct Known {
    std::vector<std::uint64_t> edits; ///< uids, in order
    double runtime = 0;
  };
  EditList newEdits(const Individual& individual) const;
  bool isWorthTrying(const Individual& individual) const;

  Metric metric_;
  std::map<std::int64_t, Known> valid_;
  std::vector<RejectedEdits> found_;          ///< in the order of their first evaluations
  std::map<std::string, std::size_t> places_; ///< in found_, by signatures and reason
  Rejections counts_;
};

/// Of all evaluations of completed generations. Cancelled: an error.
Result<Rejections> rejectedEdits(const Store& store, const RunInfo& run, const std::stop_token& cancel);

} // namespace gevo
