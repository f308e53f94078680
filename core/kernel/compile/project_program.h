#pragma once

/// The program that an existing project was made from, where it lies on this machine.

#include "core/kernel/trace/program_outputs.h"

namespace gevo::program {

/// Device code and host code belong together: kernels of the project with another host program would mean nothing. `folder`: of the
/// sources.
Result<void> checkSources(const Project& project, const std::filesystem::path& folder);

/// Of the project's own kernels.
Result<ParameterOffsets> offsetsOf(const Project& project, const DeviceDescription& device);

/// What --output asked for when the project was made.
Result<std::vector<OutputRequest>> outputRequests(const std::vector<std::string>& texts);

} // namespace gevo::program
