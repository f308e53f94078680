#pragma once

/// Follows a .gevo file on a thread of its own and publishes what is new. The explorer sees its own run and a run of
/// another process in the same way: engine -> store -> updates -> models -> views.

#include "core/store/store.h"

#include <functional>
#include <thread>

namespace gevo {

/// A run of the file, as much of it as shows beside another one.
struct RunCurve {
  RunInfo info;
  std::vector<double> best; ///< runtime of the best of each complete generation, in order; microseconds
};

/// What changed since the last update. Immutable once published.
struct RunUpdate {
  bool reset = false; ///< forget everything of before: another run, or the first update
  RunInfo run;
  std::vector<VariantRow> added;                     ///< in id order
  std::vector<VariantRow> changed;                   ///< of those added before: measured again
  std::vector<VariantRow> unfinished;                ///< whole: of the generation under way, see Store::unfinishedVariants
  std::vector<FailedRow> failed;                     ///< new ones, in id order
  std::vector<GenerationRow> generations;            ///< new ones
  std::vector<std::int64_t> population;              ///< whole
  std::vector<std::int64_t> front;                   ///< whole, by runtime
  std::vector<ValidationRow> validations;            ///< whole
  std::vector<std::int64_t> knownFailures;           ///< whole, see Store::knownFailures
  std::vector<Annotation> annotations;               ///< whole
  std::vector<VariantRow> derived;                   ///< whole, in id order
  std::shared_ptr<const std::vector<RunCurve>> runs; ///< every run of the file, in order; the same object until one changes
  bool writerAlive = false;                          ///< some process is writing this file
};

class Follower {
public:
  using Publish = std::function<void(std::shared_ptr<const RunUpdate>)>;
  using Failed = std::function<void(Error)>;
  /// Calls `publish` and `failed` on the follower's thread. `run` 0: the latest.
  Follower(std::filesystem::path path, std::int64_t run, Publish publish, Failed failed,
           std::chrono::milliseconds interval = std::chrono::milliseconds(200));

private:
  std::jthread thread_;
};

} // namespace gevo
