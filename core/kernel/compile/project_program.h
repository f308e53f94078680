#pragma once

/// The program that an existing project was made from, on this machine.

#include "core/kernel/trace/program_outputs.h"

namespace gevo::program {

/// An error if the sources in `folder` have changed: the project's kernels belong to an unchanged host program.
Result<void> checkSources(const Project& project, const std::filesystem::path& folder);

/// Of the project's own kernels.
Result<ParameterOffsets> offsetsOf(const Project& project, const DeviceDescription& device);

/// The --output requests with which the project was made.
Result<std::vector<OutputRequest>> outputRequests(const std::vector<std::string>& texts);

} // namespace gevo::program
