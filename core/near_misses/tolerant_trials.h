#pragma once

/// Evaluates edits that are rejected, and runs them past what rejects them, on workers of its own.

#include "core/devices/job_options.h"
#include "core/protocol/request.h"
#include "core/store/store.h"
#include "core/values/tolerant_run.h"
#include "core/values/variant_texts.h"
#include "core/worker_pool/worker_pool.h"

#include <functional>

namespace gevo {

struct TolerantTrial {
  EvaluationResult result; ///< as the search judges it
  TolerantRun run;         ///< only where that rejects it for a reason that canBeNear()
  bool isKnown = false;    ///< `run` is
};

/// Neither copied nor used by two threads at once. The store outlives it.
class TolerantTrials {
public:
  /// An error where variants of the run are evaluated neither on the simulated GPU nor by replay.
  static Result<TolerantTrials> start(const Store& store, const RunInfo& run, const JobOptions& settings);

  using Doing = std::function<std::string(std::size_t done)>; ///< text for the progress callback of the settings
  /// In the order of the lists, as many at once as there are cores.
  Result<std::vector<TolerantTrial>> tryAll(const std::vector<EditList>& lists, const Doing& doing);
  /// Of edits that pass.
  Result<TolerantRun> run(const EditList& edits);
  Result<VariantTexts> texts(const EditList& edits);

private:
  explicit TolerantTrials(const JobOptions& settings) : settings_(settings) {}
  template <class Request> Result<typename RequestTraits<Request>::Reply> ask(const Request& request, const std::string& doing);

  JobOptions settings_;
  std::unique_ptr<WorkerPool> pool_;
};

} // namespace gevo
