#pragma once

/// What code a program needs on this machine's GPU.

#include "core/base/result.h"
#include "core/values/machine.h"

namespace gevo {

/// The first GPU that programs see. An error says what is missing, as `gevo doctor` does.
Result<DeviceChoice> firstGpu(const MachineReport& machine);

/// Of the two, for PTX that runs on the GPU: the project's, unless the GPU is older.
std::string ptxArchitecture(const std::string& project, const std::string& gpu);

} // namespace gevo
