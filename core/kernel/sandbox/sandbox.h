#pragma once

/// What a worker process forbids itself, so that a module crafted to break LLVM gains nothing. Linux only. The pool that starts
/// a worker adds what a process can't be trusted to keep by itself: memory, processor time, wall clock, priority, and its end
/// with the parent (core/workers/spawner.h).
///
/// Without effect under the address and thread sanitizers, whose own threads and shadow memory need what is forbidden here.

#include "core/base/result.h"

#include <cstdint>

namespace gevo::sandbox {

/// Every worker, first thing: no new privileges for this process and whatever it starts, and no core dump.
void giveUpPrivileges();

/// A worker that runs compilers and host programs: no socket of the internet families, here and in whatever it starts; asking
/// for one fails with EACCES. Guards against accidents, not against a program that wants out: such a worker runs the user's own
/// program as the user.
Result<void> denyNetwork();

/// A worker that handles modules, after it did one harmless job and before it reads anything of a project. From here on the process
/// computes, allocates and talks over the descriptors it has. It can't open, create or write a file, start a process or a thread,
/// open a socket, make memory executable or signal another process: the kernel ends it on the attempt, with SIGSYS. For ever.
/// An error says what the kernel lacks; limits on files and processes hold all the same.
/// Assembles: nvJitLink looks for the driver's files whenever it makes code, so an attempt to open a file fails instead of ending the
/// process.
enum class Work : std::uint8_t { Computes, Assembles };
Result<void> lockDown(Work work = Work::Computes);

/// What lockDown would do here, for `gevo doctor`: a sentence, or what is missing.
Result<std::string> examine();

} // namespace gevo::sandbox
