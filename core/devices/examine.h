#pragma once

/// What this machine has: compiler, toolkit, GPUs, simulated ones. `gevo doctor` and the explorer's dialogs ask it.

#include "core/base/result.h"
#include "core/values/machine.h"

namespace gevo {

/// Starts a worker and waits for it, a second or so. `workerProgram`: path of gevo-worker; empty: beside the running program.
Result<MachineReport> examineMachine(const std::string& workerProgram = {});

} // namespace gevo
