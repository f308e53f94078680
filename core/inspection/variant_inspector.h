#pragma once

/// Single variants of a file that is open for looking at: read from the file, shown and evaluated by workers of its own, which are
/// started when first needed. Blocks; for one thread.

#include "core/inspection/variant_details.h"
#include "core/inspection/variant_worker.h"
#include "core/values/settings.h"

#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>

namespace gevo {

/// What is looked at.
struct InspectedRun {
  std::filesystem::path file;
  std::uint64_t opening = 0; ///< grows when a file is opened: what lies at a path may be another file the next time
  std::int64_t run = 0;
  EvaluationSettings settings; ///< of the run
  bool plainIr = false;
  std::uint64_t texts = 0; ///< grows when texts are to be made again
  std::uint64_t epoch = 0; ///< grows when the file or the run changes
};

class VariantInspector {
public:
  /// `workerProgram`: path of gevo-worker; empty: beside the running program. `stop`: ends whatever is waited for.
  VariantInspector(std::string workerProgram, std::stop_token stop);
  ~VariantInspector();

  /// The file's project, read when the run names another opening than the last one.
  Result<std::shared_ptr<const Project>> project(const InspectedRun& run);
  /// Of the file whose project was read last.
  bool hasRuns() const { return hasRuns_; }
  Result<std::shared_ptr<const VariantDetails>> details(const InspectedRun& run, std::int64_t variant);
  /// On the run's tests. A variant whose code is the original's has the original's fitness and counts as valid.
  Result<Evaluation> evaluate(const InspectedRun& run, const EditList& edits);
  /// Shows variants of the run, without evaluating them where that takes the program or a GPU. For as long as this object lives.
  std::unique_ptr<VariantWorker> worker(const InspectedRun& run);

private:
  struct Pool;
  enum class Purpose : std::uint8_t { Show, Evaluate };
  Result<Pool*> poolFor(const InspectedRun& run, Purpose purpose);

  const std::string workerProgram_;
  const std::stop_token stop_;
  std::shared_ptr<const Project> project_;
  std::uint64_t projectOpening_ = 0;
  bool hasRuns_ = false;
  std::unique_ptr<Pool> shows_;
  std::unique_ptr<Pool> evaluates_; ///< where that takes the program or a GPU; else the one that shows does both
  std::map<std::int64_t, std::shared_ptr<const VariantDetails>> known_;
  std::uint64_t knownEpoch_ = 0;
  std::uint64_t knownTexts_ = 0;
};

} // namespace gevo
