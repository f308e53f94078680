#pragma once

/// Evaluates subsets of a variant's edits on the tests that are not held out, one after the other, on a worker of its own.

#include "core/devices/job_options.h"
#include "core/protocol/evaluate.h"
#include "core/store/store.h"
#include "core/workers/worker_pool.h"

namespace gevo {

class SubsetEvaluator {
public:
  static Result<SubsetEvaluator> start(const Store& store, const RunInfo& run, const JobOptions& settings);

  /// `doing` goes to the progress of the settings. An error means that nothing was learnt.
  Result<EvaluateReply> evaluate(const EditList& edits, const std::string& doing);
  const Fitness& original() const { return original_; }

private:
  explicit SubsetEvaluator(const JobOptions& settings) : settings_(settings) {}

  JobOptions settings_;
  std::int64_t run_ = 0;
  Fitness original_;
  std::unique_ptr<WorkerPool> pool_;
};

/// Those of the list that the subset has.
EditList chosenEdits(const EditList& edits, const std::vector<bool>& subset);

} // namespace gevo
