#pragma once

/// `gevo-worker gpu N`: runs one GPU for any number of workers. It has no CUDA context itself: one child process holds the context that
/// jobs run in, others are warm spares, so that a kernel that faults or hangs costs its own job only. One job is on the GPU at a time.

#include "core/kernel/cuda/server/context_child.h"
#include "core/kernel/cuda/server/spare_policy.h"
#include "core/worker_pool/frame_channel.h"

#include <map>
#include <unordered_map>

namespace gevo::cuda {

struct GpuServerSettings {
  std::vector<std::string> context;             ///< command of a process that serves a context
  std::string socket;                           ///< path to listen at, in a folder that is the user's alone
  double deadlineFactor = 10;                   ///< deadline of a replay: so many times the original's,
  std::chrono::milliseconds leastDeadline{200}; ///< at least this,
  std::chrono::seconds preparation{60};         ///< deadline of loading code or opening a context
  std::chrono::milliseconds deathsCount{5000};  ///< SparePolicy's
};

class GpuServer {
public:
  static Result<std::unique_ptr<GpuServer>> open(GpuServerSettings settings);
  ~GpuServer();
  /// Returns when `orders` has ended and all children are gone. Each frame on `orders` is answered on `replies` with a GpuUse.
  Result<void> serve(int orders, int replies);

private:
  static constexpr int startsTried = 3;
  /// A job whose process died without a reply is run once more.
  static constexpr int attempts = 2;

  struct Client {
    explicit Client(Descriptor descriptor) : channel(std::move(descriptor)) {}
    FrameChannel channel;
  };
  struct Job {
    /// Key of a measurement.
    Hash128 measurement() const { return hashText(toHex(test) + toHex(code)); }

    std::uint64_t client = 0;
    GpuRequest kind = GpuRequest::Describe;
    Hash128 test;
    Hash128 code; ///< of a measurement
    MeasureOrder order;
    std::shared_ptr<const Bytes> count;  ///< of counters: a CountOrder
    std::shared_ptr<const Bytes> recipe; ///< of a preparation; null: it is asked for if the test is not known
    Hash128 own;                         ///< of a preparation: as in the recipe
    int attempts = 0;
    ContextChild::Clock::time_point begun;
  };
  struct Known {
    std::shared_ptr<const Bytes> adoption; ///< a KnownTest; null if the test can't be prepared
    PrepareReply reply;
    double replaySeconds = 0;
    Error error;
    std::uint64_t used = 0; ///< number of the last job with it
  };
  /// Tests that a new process is given in advance: those of the last jobs. Each is as large as its trace.
  static constexpr std::size_t mostAdoptedInAdvance = 6;

  explicit GpuServer(GpuServerSettings settings) : settings_(std::move(settings)), policy_(settings_.deathsCount) {}
  Result<void> listen();
  void pollChannels(int orders, int replies);
  void handleOrder(int orders, int replies);
  void accept();
  void receive(std::uint64_t id, Client& client);
  void enqueue(std::uint64_t client, Frame frame);
  void keepChildren();
  void promote();
  std::unique_ptr<ContextChild> spawn();
  bool isMine(const ContextChild& child) const;
  bool isActive(const ContextChild& child) const { return &child == active_.get(); }
  template <class Do> void forChildren(Do action) const {
    if (active_) action(*active_);
    for (const auto& spare : spares_) action(*spare);
  }
  void dispatch();
  bool replyFromCache(const Job& job);
  bool awaitRecipe(Job& job);
  void resume(const Hash128& test);
  void adopt(ContextChild& child, const Hash128& test);
  void adoptInAdvance(ContextChild& child);
  void begin();
  bool isPrepared(const Hash128& test) const;
  void askCurrent();
  void receive(ContextChild& child);
  void handle(ContextChild& child, const Frame& frame);
  void handleDescription(ContextChild& child, const Frame& frame);
  void handleAdoption(ContextChild& child, const Frame& frame, const Hash128& test);
  void handleOracle(ContextChild& child, const Frame& frame);
  void handleMeasurement(ContextChild& child, const Frame& frame);
  void handleCounters(ContextChild& child, const Frame& frame);
  void lose(ContextChild& child);
  void startFailed(const Error& error);
  void finish(Measurement measurement);
  void sendError(const Job& job, const Error& error);
  void sendReply(const Job& job, Bytes reply);
  void dropSpareIfTight(ContextChild& child, const GpuRoom& room);
  void dropSpare(ContextChild& child);
  bool retryAlone();
  void retire(ContextChild& child);
  void endAll();
  void reapDead();
  void watchDeadlines();
  int waitMilliseconds() const;
  std::chrono::milliseconds replayDeadline() const;

  GpuServerSettings settings_;
  Spawner spawner_;
  Descriptor listener_;
  std::uint64_t nextClient_ = 1;
  std::map<std::uint64_t, Client> clients_;
  std::deque<Job> queue_;
  std::map<Hash128, std::uint64_t> awaited_; ///< tests whose recipe a client was asked for
  std::vector<Job> parked_;                  ///< preparations of those by other clients
  std::uint64_t jobsBegun_ = 0;
  std::optional<Job> current_; ///< on the active child
  std::unique_ptr<ContextChild> active_;
  std::vector<std::unique_ptr<ContextChild>> spares_;
  std::vector<std::unique_ptr<ContextChild>> dying_;
  std::map<Hash128, Known> tests_;
  std::unordered_map<Hash128, Measurement, Hash128Hasher> measured_; ///< by test and code
  GpuDescription description_;
  ContextChild::Clock::time_point began_ = ContextChild::Clock::now();
  SparePolicy policy_;
  int failedStarts_ = 0;
  std::optional<Error> startError_; ///< no context can be opened
  bool stopped_ = false;
};

} // namespace gevo::cuda
