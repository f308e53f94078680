#pragma once

/// Evaluates subsets of a variant's edits on the tests that are not held out, on workers of its own.

#include "core/devices/job_options.h"
#include "core/protocol/evaluate.h"
#include "core/store/store.h"
#include "core/store/subset_results.h"
#include "core/worker_pool/worker_pool.h"

#include <functional>
#include <memory>
#include <vector>

namespace gevo {

/// Neither copied nor used by two threads at once. The store outlives it.
class SubsetEvaluator {
public:
  /// No worker is started before something is evaluated. `workers`: 0: one for each core. `known`: results are taken from there, and kept
  /// there; it outlives the evaluator; null: none are.
  static Result<SubsetEvaluator> start(const Store& store, const RunInfo& run, const JobOptions& settings, unsigned workers = 1,
                                       SubsetResults* known = nullptr);

  /// `doing`: text for the progress callback of the settings. On an error nothing is known about the edits.
  Result<EvaluateReply> evaluate(const EditList& edits, const std::string& doing);
  /// Several lists, as many at once as there are workers; the replies are in their order. `doing`: as above, each time it is called.
  /// When it is cancelled, the results so far are kept.
  Result<std::vector<EvaluateReply>> evaluateAll(const std::vector<EditList>& lists, const std::function<std::string()>& doing);

  const Fitness& original() const { return original_; }
  bool isMeasured() const { return isMeasured_; }
  /// Lists that were asked for, known ones among them.
  std::size_t asked() const { return asked_; }

private:
  SubsetEvaluator(const Store& store, const JobOptions& settings) : store_(&store), settings_(settings) {}
  Result<void> startWorkers();
  Result<void> checkWorkers();
  Result<EvaluateReply> known(const EditList& edits, bool& found) const;
  Result<void> keep();
  Result<void> waitWhile(const std::function<bool()>& goesOn, const std::function<std::string()>& doing);

  const Store* store_;
  JobOptions settings_;
  RunInfo run_;
  unsigned workers_ = 1;
  SubsetResults* known_ = nullptr;
  bool remeasure_ = false; ///< on a GPU, where a search measures no better than it needs for selection
  bool isMeasured_ = false;
  Fitness original_;
  std::size_t asked_ = 0;
  bool anyReply_ = false;
  std::vector<SubsetResult> unkept_;
  std::unique_ptr<WorkerPool> pool_; ///< null until something is evaluated
};

/// Runtimes vary from one measurement to the next.
bool isMeasuredIn(const RunInfo& run, const Individual& original);

/// The edits that are in the subset.
EditList chosenEdits(const EditList& edits, const std::vector<bool>& subset);

} // namespace gevo
