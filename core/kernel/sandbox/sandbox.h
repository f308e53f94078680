#pragma once

/// Restrictions of a worker process, so that a module crafted to exploit LLVM gains nothing. Linux only. The pool that starts
/// a worker adds limits that a process can't enforce on itself: memory, processor time, idleness, priority, and its end
/// with the parent (core/worker_pool/spawner.h).
///
/// Has no effect under the address and thread sanitizers, whose threads and shadow memory need what is forbidden here.

#include "core/base/result.h"

#include <cstdint>

namespace gevo::sandbox {

/// For every worker, first: no new privileges for this process and whatever it starts, and no core dump.
void giveUpPrivileges();

/// A worker that runs compilers and host programs: no socket of the internet families, here and in whatever it starts; asking
/// for one fails with EACCES. Guards against accidents, not against a malicious program: such a worker runs the user's own
/// program as the user.
Result<void> denyNetwork();

/// For a worker that handles modules, after its warm-up and before it reads anything of a project. From then on the process can
/// compute, allocate and use its open descriptors. It can't open, create or write a file, start a process or a thread,
/// open a socket, make memory executable or signal another process: the kernel kills it with SIGSYS if it tries. This can't be
/// undone. An error says what the kernel lacks; limits on files and processes apply all the same.
/// Assembles: nvJitLink looks for the driver's files whenever it makes code, so opening a file fails instead of killing the process.
enum class Work : std::uint8_t { Computes, Assembles };
Result<void> lockDown(Work work = Work::Computes);

/// Describes what lockDown does on this machine, for `gevo doctor`; an error says what is missing.
Result<std::string> examine();

} // namespace gevo::sandbox
