#pragma once

/// Details of single variants of an open file: read from the file, and computed by workers, which are started on first use. Blocks; not
/// thread-safe.

#include "core/inspection/variant_details.h"
#include "core/inspection/variant_worker.h"
#include "core/values/project.h"
#include "core/values/settings.h"

#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>

namespace gevo {

/// The run that is viewed.
struct InspectedRun {
  std::filesystem::path file;
  std::shared_ptr<const Project> project; ///< the file's
  std::int64_t run = 0;
  EvaluationSettings settings; ///< of the run
  bool plainIr = false;
  std::uint64_t texts = 0; ///< increases when texts have to be regenerated
  std::uint64_t epoch = 0; ///< increases when the file or the run changes
};

class VariantInspector {
public:
  /// `workerProgram`: path of gevo-worker; empty: beside the running program. `stop`: cancels waiting.
  VariantInspector(std::string workerProgram, std::stop_token stop);
  ~VariantInspector();

  Result<std::shared_ptr<const VariantDetails>> details(const InspectedRun& run, std::int64_t variant);
  /// Of edits that are no variant of the run: without a history and without a patch.
  Result<std::shared_ptr<const VariantDetails>> details(const InspectedRun& run, const EditList& edits);
  /// On the run's tests. A variant whose code is the original's has the original's fitness and counts as valid.
  Result<Evaluation> evaluate(const InspectedRun& run, const EditList& edits);
  /// A worker that views variants of the run; it evaluates only if that needs neither the program nor a GPU. Lives as long as this object.
  std::unique_ptr<VariantWorker> worker(const InspectedRun& run);

private:
  struct Pool;
  enum class Purpose : std::uint8_t { Show, Evaluate };
  Result<Pool*> poolFor(const InspectedRun& run, Purpose purpose);

  const std::string workerProgram_;
  const std::stop_token stop_;
  std::unique_ptr<Pool> viewPool_;
  std::unique_ptr<Pool> evaluationPool_; ///< if that needs the program or a GPU; otherwise viewPool_ does both
  std::map<std::int64_t, std::shared_ptr<const VariantDetails>> cache_;
  std::uint64_t cacheEpoch_ = 0;
  std::uint64_t cacheTexts_ = 0;
};

} // namespace gevo
