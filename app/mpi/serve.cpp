#include "app/mpi/serve.h"

#include "core/cluster/zmq_links.h"
#include "core/devices/evaluation_pool.h"

#include <csignal>
#include <thread>

namespace gevo {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds interval{200};
constexpr std::chrono::seconds grace{10};
/// A network file system may show a new file late.
constexpr std::chrono::minutes fileTimeout{3};

volatile std::sig_atomic_t signals = 0;
void onSignal(int) { signals = signals + 1; }

/// Requests a stop when the signals ask for it.
void watchSignals(const std::stop_token& ended, std::stop_source& stop) {
  std::optional<Clock::time_point> first;
  while (!ended.stop_requested() && !stop.stop_requested()) {
    if (signals > 0 && !first) first = Clock::now();
    if (signals > 1 || (first && Clock::now() - *first > grace)) stop.request_stop();
    std::this_thread::sleep_for(interval);
  }
}

} // namespace

HostOptions thisHost() {
  HostOptions options;
  options.version = GEVO_VERSION;
  options.name = ownHostName();
  options.start = startEvaluationPool;
  return options;
}

Result<void> serveRun(const ClusterAccess& access) {
  GEVO_TRY_ASSIGN(const std::unique_ptr<HostLink> link, connectToHead(access));
  std::signal(SIGTERM, onSignal);
  std::signal(SIGINT, onSignal);
  std::stop_source stop;
  const std::jthread watch([&stop](const std::stop_token& ended) { watchSignals(ended, stop); });
  return ClusterHost(*link, thisHost()).run(stop.get_token());
}

Result<void> serveRun(const std::filesystem::path& accessFile) {
  const auto until = Clock::now() + fileTimeout;
  std::error_code ignored;
  while (!std::filesystem::exists(accessFile, ignored)) {
    if (Clock::now() > until) return fail("the run did not write {}; did it start?", accessFile.string());
    std::this_thread::sleep_for(interval);
  }
  GEVO_TRY_ASSIGN(const ClusterAccess access, readAccess(accessFile));
  return serveRun(access);
}

} // namespace gevo
