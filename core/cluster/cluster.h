#pragma once

/// The head of a cluster: listens for hosts, and has runs evaluated by them. One of the hosts may be this process.

#include "core/cluster/access.h"
#include "core/cluster/cluster_pool.h"
#include "core/cluster/host.h"

#include <thread>

namespace gevo {

class ZmqHead;

struct ClusterOptions {
  unsigned hosts = 1; ///< that a run waits for at its begin, this machine included if it works
  bool works = true;  ///< this machine is a host, too
  std::string address = "*";
  std::uint16_t port = 0;                                                       ///< 0: any
  HostOptions here;                                                             ///< of this machine; version and start count in any case
  std::function<void(const std::string& line)> log = [](const std::string&) {}; ///< by any thread that has a pool of the cluster
};

class Cluster : public PoolSource {
public:
  static Result<std::unique_ptr<Cluster>> open(ClusterOptions options);
  ~Cluster() override; ///< ends all hosts

  const ClusterAccess& access() const;
  std::uint64_t bytes() const; ///< sent and received so far, without what ZeroMQ adds
  Result<std::unique_ptr<JobPool>> start(const WorkerPoolSettings& settings, Bytes load) override;

private:
  explicit Cluster(ClusterOptions options);
  void meetHosts();

  ClusterOptions options_;
  HostRoster roster_;
  std::unique_ptr<ZmqHead> links_;
  std::jthread here_; ///< this machine's host
};

} // namespace gevo
