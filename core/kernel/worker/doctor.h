#pragma once

#include "core/base/result.h"
#include "core/values/machine.h"

namespace gevo::worker {

/// What this machine has for building programs and exporting variants (`gevo doctor`).
Result<MachineReport> examineMachine();

} // namespace gevo::worker
