#pragma once

/// A program that is started once and then forked for each run, as AFL does it (American Fuzzy Lop, "fork server"): nearly all of a start
/// is the work of the dynamic loader. libgevocudart stops it before main and forks on request (core/kernel/runtime/fork_server.cpp).
///
/// Each run is a child of this process, not of the server: its end and its processor time are the kernel's word, as after runCommand.

#include "core/base/descriptor.h"
#include "core/kernel/process/fork_channel.h"
#include "core/kernel/process/process.h"

#include <optional>
#include <sys/types.h>

namespace gevo::program {

class ForkServer {
public:
  /// Starts it and waits until it can serve. Nothing: this program can't be served, and has run, in part or to its end. After an error,
  /// another start may succeed; the program may have run then too. Its limits other than that of time are those of the command.
  static Result<std::optional<ForkServer>> start(const Command& command);
  ForkServer(ForkServer&& other) noexcept;
  ForkServer& operator=(ForkServer&&) = delete;
  ~ForkServer();

  /// Like runCommand, with the arguments, the folder and the environment that it was started with. An error means that nothing of the
  /// program ran, and that the server is of no further use.
  Result<Finished> run(const WorkLimit& limit, int inherited, const std::filesystem::path& scratch);
  pid_t process() const { return process_; }

private:
  ForkServer(pid_t process, Descriptor channel) : process_(process), channel_(std::move(channel)) {}
  /// Nothing: the server or its fork ended without one.
  Result<std::optional<ForkReply>> awaitReply();

  pid_t process_;
  Descriptor channel_;
};

} // namespace gevo::program
