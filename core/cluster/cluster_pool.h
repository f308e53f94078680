#pragma once

/// A pool whose workers are on many hosts. Jobs go to hosts in batches, a host that is lost costs nothing but the work it had begun, and
/// hosts may come and go while a run goes on. What the jobs reply does not depend on where they are done.

#include "core/cluster/links.h"
#include "core/worker_pool/worker_pool.h"

#include <atomic>
#include <deque>
#include <map>
#include <set>

namespace gevo {

/// What is known of the hosts from one run to the next.
struct HostRoster {
  std::string version;                 ///< of the program, which all hosts must have
  std::map<HostId, std::string> names; ///< of those that have said hello and were not lost
  /// A run begins when so many have loaded it; those that are lost, or don't connect in time, no longer count.
  unsigned expected = 1;
  std::uint64_t loads = 0; ///< counts
  std::uint64_t jobs = 0;  ///< counts, so that the result of an earlier run's job is never taken for another's
  std::function<void(const std::string& line)> log = [](const std::string&) {}; ///< what the user should know
};

struct ClusterPatience {
  std::chrono::milliseconds connect{std::chrono::minutes(1)}; ///< for a host to connect, and for another when none is left
  std::chrono::milliseconds ask{std::chrono::seconds(1)};     ///< between two questions whether a host is there
  std::chrono::milliseconds silence{std::chrono::minutes(5)}; ///< after which a host that is connected is lost all the same
};

class ClusterPool final : public JobPool {
public:
  /// Gives each host `load`, a wire-encoded LoadRequest. `settings`: workers of each host, `yields` and `configurations` count.
  /// Links and roster must outlive the pool.
  ClusterPool(HeadLinks& links, HostRoster& roster, const WorkerPoolSettings& settings, Bytes load, ClusterPatience patience = {});
  ~ClusterPool() override; ///< the hosts stay, without workers

  void submit(RequestKind kind, Bytes request, Done done) override;
  bool wait(std::chrono::milliseconds atMost) override;
  void wakeOn(int descriptor) override { wakesOn_ = descriptor; }
  void abandon() override { drop(false); }
  void endBusyWorkers() override { drop(true); }
  unsigned alive() const override { return alive_; }
  unsigned restarted() const override { return restarted_; }
  unsigned gpus() const override;
  /// Waits for all hosts that are expected. Hosts whose GPUs are of different kinds are an error.
  Result<OriginalReport> loaded(const LoadProgress& progress = {}) override;

private:
  using Clock = std::chrono::steady_clock;

  struct Job {
    RequestKind kind{};
    SharedBytes request;
    Done done;
    unsigned losses = 0; ///< of hosts that had it
  };
  struct Host {
    std::string name;
    bool isLoaded = false;
    unsigned gpus = 0;
    WorkerCounts workers;
    std::map<std::uint64_t, Job> held; ///< in the order that they were given
    Clock::time_point heard;
    Clock::time_point replied; ///< last results, or the first job since
    double jobSeconds = 0;     ///< of a worker, about
  };
  using Hosts = std::map<HostId, Host>;

  bool exchange(Clock::time_point until);
  void take(const HostId& id, Message message);
  Result<void> takeFrom(const HostId& id, Host& host, Message& message);
  void greet(const HostId& id, const Message& message);
  Result<void> takeLoaded(Host& host, const Bytes& body);
  Result<void> takeResults(Host& host, const Bytes& body);
  Result<void> answer(const HostId& id, const Bytes& body);
  void fail(const HostId& id, const Bytes& body);
  void refuse(const HostId& id, const std::string& reason);
  void lose(const HostId& id, const std::string& why);
  void askHosts();
  void watchForHosts();
  void dispatch();
  void give(const HostId& id, Host& host, std::size_t jobs);
  void drop(bool endsBusyWorkers);
  void breakDown(Error error);
  void count();
  bool isWaitingForHosts() const;
  bool send(const HostId& id, MessageKind kind, Bytes body, std::shared_ptr<const Bytes> content = {});

  HeadLinks& links_;
  HostRoster& roster_;
  WorkerPoolSettings settings_;
  std::shared_ptr<const Bytes> load_;
  ClusterPatience patience_;
  std::uint64_t number_; ///< of this load
  Hosts hosts_;
  std::map<std::uint64_t, Job> queue_; ///< by number: the order that they were submitted in
  std::vector<std::pair<Done, JobResult>> ended_;
  std::optional<OriginalReport> report_;
  std::string reporter_; ///< the host that it is of
  bool begun_ = false;   ///< jobs may begin: all hosts have loaded
  std::string step_;     ///< of a host that loads
  std::optional<Error> broken_;
  std::set<HostId> unreachable_; ///< found by sending, to be lost after it
  Clock::time_point asked_;
  Clock::time_point attended_; ///< last time when there was a host
  int wakesOn_ = -1;
  std::atomic<unsigned> alive_ = 0;
  std::atomic<unsigned> restarted_ = 0;
  unsigned restartedBefore_ = 0; ///< by hosts that were lost
};

} // namespace gevo
