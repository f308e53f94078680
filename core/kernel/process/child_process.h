#pragma once

/// A program as a child of this process: its start, and its attendance until it ends.

#include "core/kernel/process/printed_files.h"
#include "core/kernel/process/process.h"

#include <expected>
#include <sys/types.h>

namespace gevo::program {

/// Whether stopCommands was called.
bool commandsAreStopped();

/// The process, in a session and a group of its own, or errno of what kept it from running. Its output goes to the descriptors.
std::expected<pid_t, int> startProcess(const Command& command, int output, int errors);

/// Kills a child in a group of its own, and that group. The child may have left it, or not be in it yet.
void killWithGroup(pid_t process);

/// Waits for the end of a child in a group of its own, and kills what it leaves behind there. One that exceeds the limit is killed.
Finished attendProcess(pid_t process, const WorkLimit& limit, const PrintedFiles& printed);

/// The kernel's own limit of processor time, for a parent that ends.
std::chrono::seconds kernelsLimit(const WorkLimit& limit);

} // namespace gevo::program
