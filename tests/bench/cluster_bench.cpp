/// What the first process of a cluster can serve: hosts are processes of this machine, whose workers only take time.
///
///     cluster_bench [SECONDS]
///
/// Each row: evaluations of so many milliseconds on so many workers, evaluations a second, share of what the workers could do, processor
/// time of the first process, and bytes that it sent and received for each.

#include "core/cluster/cluster_pool.h"
#include "core/cluster/host.h"
#include "core/cluster/zmq_links.h"
#include "core/protocol/evaluate.h"
#include "core/worker_pool/evaluation_reply.h"
#include "tests/bench/timed_pool.h"

#include <csignal>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace gevo;

extern char** environ;

namespace {

constexpr unsigned workersPerHost = 64;
/// As the search has them at work for each worker.
constexpr unsigned jobsPerWorker = 4;

int serve(const char* accessFile, std::chrono::milliseconds time) {
  const auto access = readAccess(accessFile);
  const auto link = access ? connectToHead(*access) : std::unexpected(access.error());
  if (!link) return 1;
  HostOptions options{"bench", "host", {}, std::chrono::minutes(1)};
  options.start = [time](const WorkerPoolSettings& settings, Bytes) -> Result<std::unique_ptr<JobPool>> {
    return std::make_unique<TimedPool>(settings.workers, time);
  };
  return ClusterHost(**link, options).run({}) ? 0 : 1;
}

double processorSeconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Of a variant with some edits.
EvaluateRequest request() {
  EvaluateRequest request;
  request.edits.resize(20);
  request.mutations = 1;
  return request;
}

int measure(const std::string& program, unsigned workers, int milliseconds, double seconds) {
  auto head = ZmqHead::listen("127.0.0.1");
  const std::string accessFile = "/tmp/cluster_bench." + std::to_string(::getpid());
  if (!head || !writeAccess(accessFile, (*head)->access())) return 1;
  const unsigned hosts = (workers + workersPerHost - 1) / workersPerHost;
  const std::string time = std::to_string(milliseconds);
  std::vector<pid_t> processes(hosts);
  for (pid_t& process : processes) {
    const char* const arguments[] = {program.c_str(), "host", accessFile.c_str(), time.c_str(), nullptr};
    if (::posix_spawn(&process, program.c_str(), nullptr, nullptr, const_cast<char**>(arguments), environ) != 0) return 1;
  }
  HostRoster roster;
  roster.version = "bench";
  roster.expected = hosts;
  WorkerPoolSettings settings;
  settings.workers = workers / hosts;
  {
    ClusterPool pool(**head, roster, settings, {});
    if (!pool.loaded()) return 1;
    const EvaluateRequest one = request();
    std::size_t running = 0;
    std::size_t ended = 0;
    const auto run = [&](double time) {
      const auto begun = std::chrono::steady_clock::now();
      double passed = 0;
      ended = 0;
      while (passed < time) {
        while (running < std::size_t(jobsPerWorker) * workers) {
          ++running;
          pool.submit(RequestKind::Evaluate, wire::encode(one), [&](const JobResult& result) {
            --running;
            if (evaluationFrom(one, result).result.fitness.runtime > 0) ++ended;
          });
        }
        pool.wait(std::chrono::milliseconds(100));
        passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
      }
      return passed;
    };
    run(0.5); // until all are at work
    const std::uint64_t bytes = (*head)->bytes();
    const double processor = processorSeconds();
    const double passed = run(seconds);
    const double rate = double(ended) / passed;
    const double most = milliseconds > 0 ? 1000.0 * workers / milliseconds : 0;
    fmt::print("{:5} ms {:5} workers {:9.0f}/s  {:>7}  {:4.0f} % of a core  {:5.0f} bytes\n", milliseconds, workers, rate,
               most > 0 ? fmt::format("{:.1f} %", 100 * rate / most) : "", 100 * (processorSeconds() - processor) / passed,
               double((*head)->bytes() - bytes) / double(std::max<std::size_t>(1, ended)));
    std::fflush(stdout);
    pool.abandon();
  }
  for (const auto& [id, name] : roster.names) (*head)->send(id, {MessageKind::End, {}, {}});
  head->reset();
  ::unlink(accessFile.c_str());
  for (const pid_t process : processes) ::waitpid(process, nullptr, 0);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::string(argv[1]) == "host") return serve(argv[2], std::chrono::milliseconds(std::atoi(argv[3])));
  const double seconds = argc > 1 ? std::atof(argv[1]) : 3;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  for (const int milliseconds : {0, 1, 10, 100})
    for (const unsigned workers : {1U, 8U, 64U, 512U})
      if (const int failed = measure(program, workers, milliseconds, seconds); failed != 0) return failed;
}
