#pragma once

/// A process that leases a GPU, as seen from who started it: it is started when it is needed, and anew when a program's kernels broke its
/// context.

#include "core/kernel/cuda/lease/lease_channel.h"
#include "core/workers/worker_process.h"

namespace gevo::cuda {

class LeaseServerProcess {
public:
  /// `command`: of a process that leases a GPU. An error says why the GPU can't be used.
  static Result<std::unique_ptr<LeaseServerProcess>> start(std::vector<std::string> command);
  LeaseServerProcess(const LeaseServerProcess&) = delete;
  LeaseServerProcess& operator=(const LeaseServerProcess&) = delete;

  const Greeting& greeting() const { return greeting_; }
  /// The file of the GPU's turns, for all loans.
  void useLock(Descriptor lock) { lock_ = std::move(lock); }
  /// A context for each program, where kernels leave in it what goes only with it: what they got by malloc.
  void useOneContextPerLease() { once_ = true; }

  /// While it lives the GPU is a program's. Its end waits until nothing of the program is left there.
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
  /// Somebody else killed the process during the last lease: what came of that says nothing of the program.
  bool wasKilled() const { return wasKilled_; }

private:
  explicit LeaseServerProcess(std::vector<std::string> command) : command_(std::move(command)) {}
  Result<void> begin();
  Result<void> awaitGreeting(std::chrono::steady_clock::time_point until);
  Result<void> makeReady(int evaluations);
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
