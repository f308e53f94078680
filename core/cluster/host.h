#pragma once

/// A host of a cluster: does the jobs that the head sends with a pool of its own, until there is nothing more to do.

#include "core/cluster/links.h"
#include "core/worker_pool/worker_pool.h"

#include <deque>
#include <stop_token>

namespace gevo {

struct HostOptions {
  std::string version; ///< of the program
  std::string name;    ///< as the user knows the host
  /// Fits the settings to this machine and starts its pool for a LoadRequest.
  std::function<Result<std::unique_ptr<JobPool>>(WorkerPoolSettings, Bytes load)> start;
  std::chrono::milliseconds patience{std::chrono::minutes(1)}; ///< for the head, while there is no connection
};

class ClusterHost {
public:
  ClusterHost(HostLink& link, HostOptions options) : link_(link), options_(std::move(options)) {}

  /// Blocks until the head ends it, or `stop` is requested, which the head is told. An error: the head does not want this host, can't be
  /// reached, or is gone.
  Result<void> run(const std::stop_token& stop);

private:
  using Clock = std::chrono::steady_clock;
  /// A configuration's LoadConfigurationRequest.
  struct Program {
    Configuration configuration;
    Hash128 hash;
    std::shared_ptr<const Bytes> bytes;
  };

  void greet();
  std::optional<Message> next();
  void take(Message message);
  Result<void> takeFrom(Message& message);
  Result<void> load(const Message& message);
  bool attendWhileLoading(const std::string& step);
  Result<void> takeJobs(const Bytes& body);
  Result<std::shared_ptr<const Bytes>> program(const Configuration& configuration);
  std::shared_ptr<const Bytes> keep(const Configuration& configuration, std::shared_ptr<const Bytes> bytes);
  void work();
  void sendResults();
  void fail(const Error& error);
  void drop(bool endsBusyWorkers);
  WorkerCounts counts() const;
  bool isLinked();

  HostLink& link_;
  HostOptions options_;
  std::stop_token stop_;
  std::unique_ptr<JobPool> pool_;
  bool isLoading_ = false;
  std::deque<Message> deferred_;  ///< that came while something else was waited for
  ResultsMessage results_;        ///< not sent yet
  std::vector<Program> programs_; ///< the last that were wanted
  std::optional<Result<void>> end_;
  unsigned greeted_ = 0;    ///< connections
  std::uint64_t given_ = 0; ///< rises when jobs are dropped, so that what is still called for them is ignored
  Clock::time_point linked_;
};

} // namespace gevo
