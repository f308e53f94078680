#pragma once

/// Runs the program of a file with other command lines and records them as tests.

#include "core/devices/job_options.h"
#include "core/protocol/build.h"
#include "core/store/store.h"

namespace gevo {

class InputRecorder {
public:
  /// With the settings' recording worker; where they have none, with one of its own.
  InputRecorder(const Store& store, JobOptions settings);

  /// Traces as the project's tests have them. An error where the program can't be built, may not run here, or fails with one of the
  /// lines, and on cancellation.
  Result<std::vector<TestCase>> record(TestRole role, const std::vector<std::string>& lines) const;
  /// Likewise, but what the program fails with is left out, with the reason.
  Result<RecordTestsReply> recordUsable(TestRole role, const std::vector<std::string>& lines) const;
  /// Inputs for a run's trials, with what each costs and reaches, in the order of their lines; what the original does not repeat is left
  /// out too. At least so many as are `enough`, as far as the lines suffice; further ones only where they reach what neither `reached`
  /// nor those before them do.
  Result<std::vector<FuzzInput>> recordFuzzInputs(const std::vector<std::string>& lines, std::size_t enough, const Coverage& reached) const;

private:
  Result<RecordTestsReply> ask(TestRole role, const std::vector<std::string>& lines, RecordTestsRequest request) const;

  const Store& store_;
  JobOptions settings_;
  std::shared_ptr<RecordingWorker> worker_;
};

/// Every command line that the file has a test of, fuzz inputs among them.
Result<std::vector<std::string>> recordedLines(const Store& store);

} // namespace gevo
