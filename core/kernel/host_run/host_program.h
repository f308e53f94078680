#pragma once

/// The host program of a project, built once for live runs and shared by all workers.

#include "core/kernel/compile/compile.h"
#include "core/kernel/host_run/workspace.h"
#include "core/kernel/trace/program_outputs.h"

namespace gevo::program {

struct HostProgram {
  std::filesystem::path program;
  DeviceDescription device;
  ParameterOffsets offsets;
};

/// `folder`: where the relative paths of the project's settings start. An error says what is missing or has changed there.
Result<HostProgram> buildHostProgram(const Project& project, const std::filesystem::path& folder, const Workspace& workspace);

} // namespace gevo::program
