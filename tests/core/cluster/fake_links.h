#pragma once

/// Hosts that do what a test tells them, without a network.

#include "core/base/wire.h"
#include "core/cluster/links.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace gevo {

class FakeLinks : public HeadLinks {
public:
  bool send(const HostId& host, Message message) override {
    if (lost.contains(host)) return false;
    sent[host].push_back(std::move(message));
    return true;
  }
  std::optional<std::pair<HostId, Message>> receive() override {
    if (arriving.empty()) return std::nullopt;
    auto first = std::move(arriving.front());
    arriving.pop_front();
    return first;
  }
  bool wait(std::chrono::milliseconds, int) override { return false; }

  template <class Body> void says(const HostId& host, MessageKind kind, const Body& body) {
    arriving.push_back({host, {kind, wire::encode(body), {}}});
  }
  void says(const HostId& host, MessageKind kind) { arriving.push_back({host, {kind, {}, {}}}); }

  void connects(const HostId& host, const std::string& version = "1") { says(host, MessageKind::Hello, HelloMessage{version, host}); }
  void loads(const HostId& host, std::uint32_t workers, const std::string& device = "simulated", double runtime = 1) {
    LoadedMessage loaded{1, {}, {workers, 0}, 0};
    loaded.report.device = device;
    loaded.report.original.fitness.runtime = runtime;
    says(host, MessageKind::Loaded, loaded);
  }

  /// The numbers of the jobs that a host was given since the last call.
  std::vector<std::uint64_t> jobsOf(const HostId& host) {
    std::vector<std::uint64_t> jobs;
    for (const Message& message : std::exchange(sent[host], {})) {
      if (message.kind != MessageKind::Jobs) continue;
      const Result<JobsMessage> decoded = wire::decode<JobsMessage>(message.body, "jobs");
      for (const JobMessage& job : decoded->jobs) jobs.push_back(job.job);
    }
    return jobs;
  }
  std::size_t countSent(const HostId& host, MessageKind kind) const {
    const auto found = sent.find(host);
    return found == sent.end() ? 0 : std::size_t(std::ranges::count(found->second, kind, &Message::kind));
  }
  void ends(const HostId& host, std::uint32_t workers, const std::vector<std::uint64_t>& jobs) {
    ResultsMessage results{{}, {workers, 0}};
    for (const std::uint64_t job : jobs) results.outcomes.push_back({job, JobFailure::None, {}, {}, {}});
    says(host, MessageKind::Results, results);
  }

  std::deque<std::pair<HostId, Message>> arriving;
  std::map<HostId, std::vector<Message>> sent;
  std::set<HostId> lost;
};

} // namespace gevo
