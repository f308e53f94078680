#pragma once

/// The worker that records inputs of a file: it builds the program for the first of them, and keeps it for the others.

#include "core/base/result.h"
#include "core/devices/job_options.h"

#include <chrono>
#include <memory>

namespace gevo {

struct RecordTestsReply;
struct RecordTestsRequest;
class WorkerPool;

class RecordingWorker {
public:
  /// Longer than anything between two recordings of a validation; a build every so often costs little.
  static constexpr std::chrono::minutes usualIdle{10};

  explicit RecordingWorker(std::chrono::milliseconds idleAtMost = usualIdle);
  ~RecordingWorker();

  /// Blocks. Starts the worker where there is none. `doing`: for progress. What crashed, took too long or was cancelled is not asked again:
  /// the next recording has another worker, with the options' program and limit.
  Result<RecordTestsReply> record(const RecordTestsRequest& request, const JobOptions& options, const std::string& doing);
  /// Ends the worker, with the program that it keeps.
  void end();
  /// Likewise, where nothing was recorded for long. Nobody else does: to be called now and then.
  void endIfIdle();
  bool isRunning() const { return pool_ != nullptr; }

private:
  const std::chrono::milliseconds idleAtMost_;
  std::chrono::steady_clock::time_point used_;
  std::unique_ptr<WorkerPool> pool_;
};

} // namespace gevo
