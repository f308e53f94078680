#pragma once

/// One replay of a staged trace on the GPU with the kernels of some code.

#include "core/kernel/cuda/replay/staged_trace.h"
#include "core/values/evaluation_result.h"

#include <functional>
#include <span>

namespace gevo::cuda {

enum class Play : std::uint8_t {
  Copies, ///< without the launches: what memory holds before any kernel
  Check,  ///< from overwritten memory; keeps what comes back, and waits for each launch
  Time    ///< from restored memory, launches back to back, nothing comes back
};

/// Replays that were timed one after the other.
struct Timed {
  Reason reason = Reason::None;
  std::string message;
  std::vector<double> microseconds; ///< of each, kernels alone
  std::vector<double> launches;     ///< microseconds of each launch of the first one
  bool valid() const { return reason == Reason::None; }
};

/// Some of a replay's launches, of which the last is the replay's last: `begin` is called before the first of them, `end` when the last is
/// done.
struct LaunchWindow {
  std::size_t first = 0;
  std::size_t count = 0; ///< at least one
  std::function<Result<void>()> begin;
  std::function<Result<void>()> end;
};

struct Played {
  Reason reason = Reason::None;
  std::string message;
  double microseconds = 0;      ///< of the kernels alone, all launches, by events around each
  std::vector<Bytes> delivered; ///< of each copy to the host, in order; of Play::Check only
  bool valid() const { return reason == Reason::None; }
};

/// Why a kernel failed, by the driver's status; Trap if that is all it says.
Reason reasonOf(Status status);

class TracePlayer {
public:
  static Result<TracePlayer> make(Session& session);
  TracePlayer(TracePlayer&& other) noexcept
      : session_(other.session_), helpers_(other.helpers_), events_(std::exchange(other.events_, {})),
        secondsToQueue_(other.secondsToQueue_) {}
  TracePlayer& operator=(TracePlayer&&) = delete;
  ~TracePlayer();

  /// The trace's memory must be mapped.
  Played play(StagedTrace& staged, Code& code, Play how, const LaunchWindow* window = nullptr);
  /// Replays each code in turn (Play::Time). They are queued together and waited for once. With `held` the GPU starts when nearly all are
  /// queued; otherwise the time between two events would include the host queueing the launch, which takes longer than many kernels.
  /// Without `held`, for energy, it starts at once. `weights`: of the first launches, which stand for all; a replay ends with them. Empty:
  /// it has all launches.
  Timed time(StagedTrace& staged, const std::vector<Code*>& codes, std::span<const float> weights = {}, bool held = true);
  HelperKernels& helpers() { return helpers_; }

private:
  TracePlayer(Session& session, HelperKernels helpers) : session_(&session), helpers_(helpers) {}
  Result<void> takeEvents(std::size_t count);
  std::vector<double> elapsed(std::size_t first, std::size_t launches);

  Session* session_;
  HelperKernels helpers_;
  std::vector<Event> events_;    ///< two for each launch that is queued at once
  double secondsToQueue_ = 6e-6; ///< a launch with its events and the copies beside it, as it took last
};

} // namespace gevo::cuda
