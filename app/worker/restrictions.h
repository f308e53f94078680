#pragma once

/// What a worker gives up before it reads the first byte of a project. What the kernel lacks for it is printed; the work goes on.

#include "core/kernel/sandbox/sandbox.h"

namespace gevo {

/// For one that handles modules: it computes, and talks over the descriptors that it has.
void enterSandbox(sandbox::Work work);

/// For one that runs compilers and programs.
void denyNetwork();

/// When such a worker is asked to stop (SIGTERM), the command that it runs is killed, and it clears up; the end of stdin does the rest.
void stopCommandsOnTerminate();

} // namespace gevo
