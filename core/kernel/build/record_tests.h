#pragma once

/// Records further tests for an existing project: runs its host program, built again from unchanged sources, with the project's kernels.

#include "core/kernel/build/recording_program.h"
#include "core/protocol/build.h"

namespace gevo::program {

/// Keeps the program for further tests of the same project.
class TestRecorder {
public:
  explicit TestRecorder(FindGpu findGpu = {}) : programs_(std::move(findGpu)) {}

  /// Fails when a source has changed or the program does not build; and when it does not run, or delivers an output that the project does
  /// not have, unless such tests are to be left out. Records on the device of the project's other tests.
  Result<RecordTestsReply> record(const RecordTestsRequest& request, const Progress& progress);

private:
  RecordingPrograms programs_;
};

} // namespace gevo::program
