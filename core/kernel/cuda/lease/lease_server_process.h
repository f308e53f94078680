#pragma once

/// A process that lends a GPU, as seen from who started it: it is started when it is needed, and anew when a program's kernels broke its
/// context.

#include "core/kernel/cuda/lease/lease_channel.h"
#include "core/workers/worker_process.h"

namespace gevo::cuda {

class GpuLender {
public:
  /// `command`: of a process that lends a GPU. An error says why the GPU can't be used.
  static Result<std::unique_ptr<GpuLender>> start(std::vector<std::string> command);
  GpuLender(const GpuLender&) = delete;
  GpuLender& operator=(const GpuLender&) = delete;

  const Greeting& greeting() const { return greeting_; }
  /// The file of the GPU's turns, for all loans.
  void takeTurnsBy(Descriptor turn) { turn_ = std::move(turn); }
  /// A context for each program, where kernels leave in it what goes only with it: what they got by malloc.
  void lendEachOnce() { once_ = true; }

  /// While it lives the GPU is a program's. Its end waits until nothing of the program is left there.
  class Lent {
  public:
    Lent(Lent&& other) noexcept : lender_(std::exchange(other.lender_, nullptr)), program_(std::move(other.program_)) {}
    Lent& operator=(Lent&&) = delete;
    ~Lent();
    int descriptor() const { return program_.get(); } ///< of a socket that the program inherits

  private:
    friend GpuLender;
    Lent(GpuLender& lender, Descriptor program) : lender_(&lender), program_(std::move(program)) {}
    GpuLender* lender_;
    Descriptor program_;
  };
  Result<Lent> lend(std::chrono::microseconds launchLimit);
  /// Somebody else killed the process during the last loan: what came of that says nothing of the program.
  bool wasKilled() const { return wasKilled_; }

private:
  explicit GpuLender(std::vector<std::string> command) : command_(std::move(command)) {}
  Result<void> begin();
  Result<void> awaitGreeting(std::chrono::steady_clock::time_point until);
  Result<void> makeReady(int tries);
  enum class Return : std::uint8_t { Came, Ended, Late };
  Return awaitReturn();
  Ending end();

  std::vector<std::string> command_;
  Spawner spawner_;
  std::optional<WorkerProcess> process_;
  bool greeted_ = false; ///< by this process
  Greeting greeting_;
  Descriptor turn_;
  bool once_ = false;
  bool wasKilled_ = false;
};

} // namespace gevo::cuda
