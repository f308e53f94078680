#pragma once

/// The host program of an existing project, built again from unchanged sources, which runs with the project's own kernels.

#include "core/base/hash.h"
#include "core/kernel/build/build.h"
#include "core/kernel/trace/program_outputs.h"
#include "core/kernel/trace/record.h"

namespace gevo::program {

struct RecordingProgram {
  ScratchFolder scratch; ///< with the program
  RecordRequest run;
  DeviceDescription device;
  ParameterOffsets offsets;
  std::vector<OutputRequest> outputs; ///< as the project was made with
};

/// Builds programs, and keeps the last one: a run records inputs of the same program several times, and building it takes the most of that.
class RecordingPrograms {
public:
  explicit RecordingPrograms(FindGpu findGpu) : findGpu_(std::move(findGpu)) {}

  /// Valid until the next call. An error where a source is not what it was when the project was made, or the program does not build; every
  /// call checks the sources. Objects and libraries that the project was given are built in again when they have changed.
  Result<const RecordingProgram*> find(const Project& project, const std::filesystem::path& folder, const Progress& progress);

private:
  FindGpu findGpu_;
  Hash128 key_; ///< of what the program was built from
  std::unique_ptr<const RecordingProgram> program_;
};

} // namespace gevo::program
