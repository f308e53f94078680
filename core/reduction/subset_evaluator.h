#pragma once

/// Evaluates subsets of a variant's edits on the tests that are not held out, one at a time, on its own worker.

#include "core/devices/job_options.h"
#include "core/protocol/evaluate.h"
#include "core/store/store.h"
#include "core/worker_pool/worker_pool.h"

namespace gevo {

class SubsetEvaluator {
public:
  static Result<SubsetEvaluator> start(const Store& store, const RunInfo& run, const JobOptions& settings);

  /// `doing`: text for the progress callback of the settings. On an error nothing is known about the edits.
  Result<EvaluateReply> evaluate(const EditList& edits, const std::string& doing);
  const Fitness& original() const { return original_; }

private:
  explicit SubsetEvaluator(const JobOptions& settings) : settings_(settings) {}

  JobOptions settings_;
  std::int64_t run_ = 0;
  bool remeasure_ = false; ///< on a GPU, where a search measures no better than it needs for selection
  Fitness original_;
  std::unique_ptr<WorkerPool> pool_;
};

/// The edits that are in the subset.
EditList chosenEdits(const EditList& edits, const std::vector<bool>& subset);

} // namespace gevo
