#pragma once

/// Client side of a lease server process: starts it when it is needed, and again after a program's kernels broke its context.

#include "core/kernel/cuda/lease/lease_channel.h"
#include "core/worker_pool/worker_process.h"

namespace gevo::cuda {

class LeaseServerProcess {
public:
  /// `command`: starts the lease server. An error says why the GPU can't be used.
  static Result<std::unique_ptr<LeaseServerProcess>> start(std::vector<std::string> command);
  LeaseServerProcess(const LeaseServerProcess&) = delete;
  LeaseServerProcess& operator=(const LeaseServerProcess&) = delete;

  const Greeting& greeting() const { return greeting_; }
  /// The GPU's lock file, for all leases.
  void useLock(Descriptor lock) { lock_ = std::move(lock); }
  /// Opens a context for each program, for kernels whose malloc leaves memory that is freed only with the context.
  void useOneContextPerLease() { once_ = true; }

  /// A program's lease of the GPU. The destructor waits until the program's state on the GPU is cleared.
  class ActiveLease {
  public:
    ActiveLease(ActiveLease&& other) noexcept : server_(std::exchange(other.server_, nullptr)), program_(std::move(other.program_)) {}
    ActiveLease& operator=(ActiveLease&&) = delete;
    ~ActiveLease();
    int descriptor() const { return program_.get(); } ///< of a socket that the program inherits

  private:
    friend LeaseServerProcess;
    ActiveLease(LeaseServerProcess& server, Descriptor program) : server_(&server), program_(std::move(program)) {}
    LeaseServerProcess* server_;
    Descriptor program_;
  };
  Result<ActiveLease> lease(std::chrono::microseconds launchLimit);
  /// Another process killed the server during the last lease, so the result says nothing about the program.
  bool wasKilled() const { return wasKilled_; }

private:
  explicit LeaseServerProcess(std::vector<std::string> command) : command_(std::move(command)) {}
  Result<void> begin();
  Result<void> awaitGreeting(std::chrono::steady_clock::time_point until);
  Result<void> makeReady(int starts);
  enum class Return : std::uint8_t { Came, Ended, Late };
  Return awaitReturn();
  Ending end();

  std::vector<std::string> command_;
  Spawner spawner_;
  std::optional<WorkerProcess> process_;
  bool greeted_ = false; ///< by this process
  Greeting greeting_;
  Descriptor lock_;
  bool once_ = false;
  bool wasKilled_ = false;
};

} // namespace gevo::cuda
