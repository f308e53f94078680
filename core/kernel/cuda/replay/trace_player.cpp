#include "core/kernel/cuda/replay/trace_player.h"

#include <algorithm>
#include <chrono>

namespace gevo::cuda {

using program::EventKind;

namespace {

/// Content of allocations until they are written: NaN as a float, and far out of bounds as an index.
constexpr std::uint8_t poison = 0xff;

/// Where undefined loads are tolerated they give what they did when the test was recorded.
std::uint8_t unwrittenByte(const program::Trace& trace) {
  return program::toleratesUndefined(trace) ? static_cast<std::uint8_t>(trace.events.front().value) : poison;
}

/// One pass over the events.
class Pass {
public:
  /// `firstEvent`: index of the first CUDA event to use.
  Pass(Session& session, StagedTrace& staged, Code& code, Play how, const std::vector<Event>& events, std::size_t firstEvent = 0)
      : session_(session), driver_(session.driver()), staged_(staged), code_(code), how_(how), events_(events), next_(firstEvent) {}

  void watch(const LaunchWindow* window) { window_ = window; }
  void run(Played& played) {
    queueAll(played, window_ != nullptr ? window_->first + window_->count : staged_.launches());
    if (played.valid()) (void)succeeded(played, session_.wait("the replay on the GPU"));
  }
  /// Up to the last of so many launches, without waiting for the end.
  void queueAll(Played& played, std::size_t launches) {
    const auto& events = staged_.trace().events;
    if (!succeeded(played, code_.restoreSymbols())) return;
    const bool isWhole = launches == staged_.launches();
    for (at_ = 0; at_ < events.size() && (isWhole || launches_ < launches); ++at_)
      if (!step(events[at_], played)) return;
  }
  std::size_t launches() const { return launches_; }

private:
  bool step(const program::Event& event, Played& played) {
    switch (event.kind) {
    case EventKind::Allocate:
      return queue(played, driver_.fill(event.address, unwrittenByte(staged_.trace()), event.size, session_.stream()), "filling memory");
    case EventKind::Memset: {
      const auto to = find(event.address, event.size, played);
      return to &&
             queue(played, driver_.fill(*to, static_cast<unsigned char>(event.value), event.size, session_.stream()), "filling memory");
    }
    case EventKind::CopyToDevice: {
      const auto to = find(event.address, event.data.size(), played);
      return to && copyData(event, *to, played);
    }
    case EventKind::CopyOnDevice: {
      const auto to = find(event.address, event.size, played);
      const auto from = find(event.source, event.size, played);
      return to && from && queue(played, driver_.copyOnDevice(*to, *from, event.size, session_.stream()), "copying on the device");
    }
    case EventKind::WriteSymbol: {
      const auto to = variable(event, played);
      return to && copyData(event, *to, played);
    }
    case EventKind::CopyToHost: {
      if (how_ != Play::Check) return true;
      const auto from = find(event.address, event.data.size(), played);
      return from && deliver(event, *from, played);
    }
    case EventKind::ReadSymbol: {
      if (how_ != Play::Check) return true;
      const auto from = variable(event, played);
      return from && deliver(event, *from, played);
    }
    case EventKind::Launch:
      return how_ == Play::Copies || launch(event, played);
    case EventKind::CreateTexture:
      end(event.address); // of a texture reference that is bound again
      live_.push_back(at_);
      return bind(event, played);
    case EventKind::DestroyTexture:
      end(event.address);
      return true;
    case EventKind::TolerateUndefined:
    case EventKind::Sample:
    case EventKind::Free:
      return true;
    }
    return reject(played, "the trace contains an event that this version does not know");
  }

  bool launch(const program::Event& event, Played& played) {
    if (isCooperative(event) && event.grid != std::array<std::uint32_t, 3>{1, 1, 1})
      return reject(
          played,
          fmt::format("{} is launched with blocks that wait for each other, which GEVO evaluates on the simulated GPU only", event.name));
    const Result<Function> kernel = code_.kernel(event.name, event.dynamicShared);
    if (!kernel) return fault(played, kernel.error());
    std::optional<Bytes> parameters = staged_.parameters(at_, code_);
    if (!parameters) return reject(played, fmt::format("a variable that a launch of {} is given is no longer in the module", event.name));
    std::size_t bytes = parameters->size();
    void* extra[] = {reinterpret_cast<void*>(launch_extra::buffer), parameters->data(), reinterpret_cast<void*>(launch_extra::bufferBytes),
                     &bytes, reinterpret_cast<void*>(launch_extra::end)};
    for (const std::size_t texture : live_)
      if (!succeeded(played, staged_.textures().refresh(texture))) return false;
    const std::string doing = fmt::format("launch {} of {}", launches_ + 1, event.name);
    if (window_ != nullptr && launches_ == window_->first &&
        !(succeeded(played, session_.wait(doing)) && succeeded(played, window_->begin())))
      return false;
    if (!queue(played, driver_.eventRecord(events_[next_], session_.stream()), doing)) return false;
    if (!queue(played,
               driver_.launchKernel(*kernel, event.grid[0], event.grid[1], event.grid[2], event.block[0], event.block[1], event.block[2],
                                    event.dynamicShared, session_.stream(), nullptr, extra),
               doing))
      return false;
    if (!queue(played, driver_.eventRecord(events_[next_ + 1], session_.stream()), doing)) return false;
    ++launches_;
    next_ += 2;
    for (const std::size_t texture : live_)
      if (!succeeded(played, staged_.textures().store(texture))) return false;
    const bool endsWindow = window_ != nullptr && launches_ == window_->first + window_->count;
    if ((how_ == Play::Check || endsWindow) && !succeeded(played, session_.wait(doing))) return false;
    return !endsWindow || succeeded(played, window_->end());
  }

  void end(std::uint64_t texture) {
    std::erase_if(live_, [&](std::size_t event) { return staged_.trace().events[event].address == texture; });
  }
  /// Writes the object into the variable of a texture reference, which the code lacks where no kernel reads it.
  bool bind(const program::Event& event, Played& played) {
    const TextureObject* object = staged_.textures().bound(at_);
    const auto to = object != nullptr ? staged_.deviceAddress(event.address, sizeof *object, code_) : std::nullopt;
    return !to || queue(played, driver_.copyToDevice(*to, object, sizeof *object, session_.stream()), "binding a texture");
  }

  bool copyData(const program::Event& event, Address to, Played& played) {
    if (event.data.empty()) return true;
    const Address from = staged_.data(at_);
    const std::size_t bytes = event.data.size();
    return queue(played,
                 from != 0 ? driver_.copyOnDevice(to, from, bytes, session_.stream())
                           : driver_.copyToDevice(to, event.data.data(), bytes, session_.stream()),
                 "copying to the device");
  }

  bool deliver(const program::Event& event, Address from, Played& played) {
    Bytes& bytes = played.delivered.emplace_back(event.data.size());
    if (bytes.empty()) return true;
    return queue(played, driver_.copyToHost(bytes.data(), from, bytes.size(), session_.stream()), "copying to the host") &&
           succeeded(played, session_.wait("copying to the host"));
  }

  std::optional<Address> find(std::uint64_t recorded, std::uint64_t bytes, Played& played) {
    const std::optional<Address> address = staged_.deviceAddress(recorded, bytes, code_);
    if (!address)
      reject(
          played,
          fmt::format("the trace accesses {} bytes at {:#x}, which lie in no allocation, or in a variable that is no longer in the module",
                      bytes, recorded));
    return address;
  }
  std::optional<Address> variable(const program::Event& event, Played& played) {
    const std::optional<std::size_t> symbol = staged_.symbolNamed(event.name);
    const std::optional<Address> start = symbol ? code_.symbol(*symbol) : std::nullopt;
    if (!start) {
      reject(played, fmt::format("the variable {} is no longer in the module", event.name));
      return std::nullopt;
    }
    return *start + event.address;
  }

  bool queue(Played& played, Status status, std::string_view doing) {
    return status == Status::Success || succeeded(played, session_.check(status, doing));
  }
  bool succeeded(Played& played, const Result<void>& result) { return result.has_value() || fault(played, result.error()); }
  bool fault(Played& played, const Error& error) {
    played.reason = reasonOf(session_.failure());
    played.message = error.message;
    return false;
  }
  static bool reject(Played& played, std::string message) {
    played.reason = Reason::Unsupported;
    played.message = std::move(message);
    return false;
  }

  Session& session_;
  const Driver& driver_;
  StagedTrace& staged_;
  Code& code_;
  Play how_;
  const LaunchWindow* window_ = nullptr;
  const std::vector<Event>& events_;
  std::size_t next_;
  std::vector<std::size_t> live_; ///< events that made the textures and surfaces that there are
  std::size_t at_ = 0;
  std::size_t launches_ = 0;
};

/// The GPU is held while replays are queued: as long as that took last time plus a margin, and at most this (seconds).
constexpr double mostHold = 0.004;
constexpr double holdMargin = 1.25;
/// Upper bound of the time to queue a launch (seconds): with a full driver queue it would measure the GPU instead.
constexpr double mostToQueue = 20e-6;

} // namespace

Reason reasonOf(Status status) {
  switch (status) {
  case Status::IllegalAddress:
  case Status::InvalidAddressSpace:
    return Reason::OutOfBounds;
  case Status::MisalignedAddress:
    return Reason::Misaligned;
  case Status::LaunchTimeout:
    return Reason::Timeout;
  case Status::NotFound:
  case Status::InvalidImage:
  case Status::NoBinaryForGpu:
    return Reason::Unsupported;
  default:
    return Reason::Trap;
  }
}

Result<TracePlayer> TracePlayer::make(Session& session) {
  GEVO_TRY_ASSIGN(HelperKernels helpers, HelperKernels::load(session));
  return TracePlayer(session, helpers);
}

TracePlayer::~TracePlayer() {
  for (const Event event : events_) (void)session_->driver().eventDestroy(event);
}

Result<void> TracePlayer::takeEvents(std::size_t count) {
  while (events_.size() < count) {
    Event event = nullptr;
    GEVO_TRY(session_->check(session_->driver().eventCreate(&event, 0), "making an event"));
    events_.push_back(event);
  }
  return {};
}

/// Microseconds of each launch.
std::vector<double> TracePlayer::elapsed(std::size_t first, std::size_t launches) {
  std::vector<double> microseconds;
  for (std::size_t i = first; i < first + 2 * launches; i += 2) {
    float milliseconds = 0;
    (void)session_->check(session_->driver().eventElapsedTime(&milliseconds, events_[i], events_[i + 1]), "reading an event");
    microseconds.push_back(static_cast<double>(milliseconds) * 1e3);
  }
  return microseconds;
}

Played TracePlayer::play(StagedTrace& staged, Code& code, Play how, const LaunchWindow* window) {
  session_->forgive();
  Played played;
  Result<void> ready = takeEvents(2 * staged.launches());
  if (ready && how != Play::Time) ready = staged.memory().fill(unwrittenByte(staged.trace()));
  if (ready && how == Play::Check) ready = helpers_.scrubShared();
  if (ready && how == Play::Check) ready = helpers_.scrubLocal();
  if (ready) ready = session_->wait("preparing a replay");
  if (!ready) {
    played.reason = reasonOf(session_->failure());
    played.message = ready.error().message;
    return played;
  }
  Pass pass(*session_, staged, code, how, events_);
  pass.watch(window);
  pass.run(played);
  if (played.valid())
    for (const double launch : elapsed(0, how == Play::Copies ? 0 : pass.launches())) played.microseconds += launch;
  return played;
}

Timed TracePlayer::time(StagedTrace& staged, const std::vector<Code*>& codes, std::span<const float> weights, bool held) {
  session_->forgive();
  const std::size_t launchesOfOne = weights.empty() ? staged.launches() : weights.size();
  const std::size_t eventsOfOne = 2 * launchesOfOne;
  Played played;
  const auto launches = static_cast<double>(std::max<std::size_t>(1, launchesOfOne * codes.size()));
  Result<void> ready = takeEvents(eventsOfOne * codes.size());
  if (ready && held) ready = helpers_.hold(std::min(mostHold, holdMargin * launches * secondsToQueue_));
  if (!ready) return {reasonOf(session_->failure()), ready.error().message, {}, {}};
  const auto began = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < codes.size() && played.valid(); ++i)
    Pass(*session_, staged, *codes[i], Play::Time, events_, i * eventsOfOne).queueAll(played, launchesOfOne);
  const std::chrono::duration<double> queueing = std::chrono::steady_clock::now() - began;
  if (held) secondsToQueue_ = std::min(mostToQueue, queueing.count() / launches);
  const Result<void> done = session_->wait("the replay on the GPU");
  if (played.valid() && !done) played = {reasonOf(session_->failure()), done.error().message, 0, {}};
  Timed timed{played.reason, std::move(played.message), {}, {}};
  for (std::size_t i = 0; i < codes.size() && timed.valid(); ++i) {
    std::vector<double> each = elapsed(i * eventsOfOne, launchesOfOne);
    double sum = 0;
    for (std::size_t launch = 0; launch < each.size(); ++launch)
      sum += each[launch] * (weights.empty() ? 1 : static_cast<double>(weights[launch]));
    timed.microseconds.push_back(sum);
    if (i == 0) timed.launches = std::move(each);
  }
  return timed;
}

} // namespace gevo::cuda
