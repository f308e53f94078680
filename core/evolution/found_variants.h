#pragma once

/// Every variant of a run that passed all tests, and the front of time and error among them: what has to be held to inputs on which another
/// one failed.

#include "core/base/result.h"
#include "core/search/pareto_archive.h"
#include "core/values/checkpoint.h"

#include <functional>
#include <set>

namespace gevo {

class FoundVariants {
public:
  /// In id order.
  void add(const FoundVariant& variant);
  /// Those with these codes leave. They are returned, in id order.
  std::vector<FoundVariant> reject(const std::set<Hash128>& codes);
  /// Those with this code have at least this error. Those that had less, in id order.
  std::vector<FitnessUpdate> raiseError(const Hash128& code, double error);

  const std::vector<FoundVariant>& all() const { return all_; }
  /// By runtime, each point once. Without the original.
  std::vector<FoundVariant> front();
  /// Codes of which `isWrong` is true, of the front and of what comes to the front where these leave it; of others it is not asked.
  Result<std::set<Hash128>> wrongOnFront(const std::function<Result<bool>(const FoundVariant&)>& isWrong);

private:
  std::vector<FoundVariant> all_;
  ParetoArchive<std::int64_t> front_;
  bool isStale_ = false; ///< `front_` has to be made again
};

} // namespace gevo
