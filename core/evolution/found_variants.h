#pragma once

/// Every variant of a run that passed all tests, and the front of time and error among them: what has to be held to inputs on which another
/// one failed.

#include "core/search/pareto_archive.h"
#include "core/values/checkpoint.h"

namespace gevo {

class FoundVariants {
public:
  /// In id order.
  void add(const FoundVariant& variant);
  /// Those with this code leave. Their ids, in order.
  std::vector<std::int64_t> reject(const Hash128& code);
  /// Those with this code have at least this error. Those that had less, in id order.
  std::vector<FitnessUpdate> raiseError(const Hash128& code, double error);

  const std::vector<FoundVariant>& all() const { return all_; }
  /// By runtime, each point once. Without the original.
  std::vector<FoundVariant> front();

private:
  std::vector<FoundVariant> all_;
  ParetoArchive<std::int64_t> front_;
  bool isStale_ = false; ///< `front_` has to be made again
};

} // namespace gevo
