#pragma once

/// Restrictions that a worker puts on itself before it reads the first byte of a project. Where the Linux kernel lacks one, that is
/// printed, and the worker continues.

#include "core/kernel/sandbox/sandbox.h"

namespace gevo {

/// For a worker that handles modules: it may compute, and use the descriptors that are open.
void enterSandbox(sandbox::Work work);

/// For a worker that runs compilers and programs.
void denyNetwork();

/// On SIGTERM such a worker kills the command that it runs and removes its temporary files; it ends at the end of stdin.
void stopCommandsOnTerminate();

} // namespace gevo
