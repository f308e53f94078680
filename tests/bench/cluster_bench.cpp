/// What the first process of a cluster can serve: hosts are processes of this machine, whose workers only take time.
///
///     cluster_bench [SECONDS]
///     cluster_bench run [SECONDS [INDIVIDUALS]]
///
/// Each row: evaluations of so many milliseconds on so many workers, evaluations a second, share of what the workers could do, processor
/// time of the first process, and bytes that it sent and received for each. With `run` these are the evaluations of a run: so many
/// individuals for each worker (4) are selected and recombined, and all is written to a file, the time of which comes last.

#include "core/cluster/cluster.h"
#include "core/cluster/zmq_links.h"
#include "core/protocol/evaluate.h"
#include "core/session/run_session.h"
#include "core/worker_pool/evaluation_reply.h"
#include "tests/bench/made_up.h"
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

/// Of any variant, so that it costs the host nothing.
Bytes sameReply() {
  EvaluateReply reply;
  reply.kept = 0;
  reply.result.reason = Reason::None;
  reply.result.fitness.runtime = 100;
  return wire::encode(reply);
}

/// As a worker's: the edits that were asked for, and a result that follows from the request.
Bytes madeUpReply(const Bytes& bytes) {
  const Result<EvaluateRequest> request = wire::decode<EvaluateRequest>(bytes, "request");
  if (!request) return {};
  RandomStream stream(request->key);
  EvaluateReply reply;
  reply.edits = request->edits;
  for (std::uint32_t i = 0; i < request->mutations; ++i) reply.edits.push_back(makeUpEdit(stream));
  reply.active.assign(reply.edits.size(), true);
  reply.result = makeUpResult(stream, request->key.generation);
  leaveOutKnownEdits(reply, *request);
  return wire::encode(reply);
}

int serve(const char* accessFile, std::chrono::milliseconds time, bool ofRun) {
  const auto access = readAccess(accessFile);
  const auto link = access ? connectToHead(*access) : std::unexpected(access.error());
  if (!link) return 1;
  HostOptions options{"bench", "host", {}, std::chrono::minutes(1)};
  options.start = [time, ofRun](const WorkerPoolSettings& settings, Bytes) -> Result<std::unique_ptr<JobPool>> {
    if (ofRun) return std::make_unique<TimedPool>(settings.workers, time, madeUpReply);
    return std::make_unique<TimedPool>(settings.workers, time, [reply = sameReply()](const Bytes&) { return reply; });
  };
  return ClusterHost(**link, options).run({}) ? 0 : 1;
}

/// Of the first process.
class HostProcesses {
public:
  HostProcesses(const ClusterAccess& access, unsigned hosts, int milliseconds, bool ofRun)
      : accessFile_("/tmp/cluster_bench." + std::to_string(::getpid())), processes_(hosts) {
    const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
    const std::string time = std::to_string(milliseconds);
    if (!writeAccess(accessFile_, access)) std::exit(1);
    for (pid_t& process : processes_) {
      const char* const arguments[] = {program.c_str(), ofRun ? "host-of-run" : "host", accessFile_.c_str(), time.c_str(), nullptr};
      if (::posix_spawn(&process, program.c_str(), nullptr, nullptr, const_cast<char**>(arguments), environ) != 0) std::exit(1);
    }
  }
  ~HostProcesses() {
    ::unlink(accessFile_.c_str());
    for (const pid_t process : processes_) ::waitpid(process, nullptr, 0);
  }
  HostProcesses(const HostProcesses&) = delete;
  HostProcesses& operator=(const HostProcesses&) = delete;

private:
  std::string accessFile_;
  std::vector<pid_t> processes_;
};

unsigned hostsFor(unsigned workers) { return (workers + workersPerHost - 1) / workersPerHost; }

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

void printRow(int milliseconds, unsigned workers, double rate, double cores, double bytes) {
  const double most = milliseconds > 0 ? 1000.0 * workers / milliseconds : 0;
  fmt::print("{:5} ms {:5} workers {:9.0f}/s  {:>7}  {:4.0f} % of a core  {:5.0f} bytes", milliseconds, workers, rate,
             most > 0 ? fmt::format("{:.1f} %", 100 * rate / most) : "", 100 * cores, bytes);
}

int measure(unsigned workers, int milliseconds, double seconds) {
  auto head = ZmqHead::listen("127.0.0.1");
  if (!head) return 1;
  const unsigned hosts = hostsFor(workers);
  const HostProcesses processes((*head)->access(), hosts, milliseconds, false);
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
    printRow(milliseconds, workers, double(ended) / passed, (processorSeconds() - processor) / passed,
             double((*head)->bytes() - bytes) / double(std::max<std::size_t>(1, ended)));
    fmt::print("\n");
    std::fflush(stdout);
    pool.abandon();
  }
  for (const auto& [id, name] : roster.names) (*head)->send(id, {MessageKind::End, {}, {}});
  head->reset();
  return 0;
}

int measureRun(unsigned workers, int milliseconds, double seconds, unsigned individuals) {
  const unsigned hosts = hostsFor(workers);
  ClusterOptions options;
  options.hosts = hosts;
  options.works = false;
  options.address = "127.0.0.1";
  options.here.version = "bench";
  auto cluster = Cluster::open(std::move(options));
  if (!cluster) return 1;
  const std::filesystem::path file = std::filesystem::temp_directory_path() / fmt::format("gevo-cluster-bench-{}.gevo", ::getpid());
  if (!Store::create(file, {})) return 1;
  const HostProcesses processes((*cluster)->access(), hosts, milliseconds, true);
  RunSession::Options run;
  run.pools = cluster->get();
  run.validate = false;
  run.settings.workers = workers / hosts;
  run.settings.search.population = std::max(16U, individuals * workers);
  run.settings.search.seconds = seconds;
  int failed = 1;
  if (auto session = RunSession::open(file, std::move(run))) {
    const double processor = processorSeconds();
    const auto begun = std::chrono::steady_clock::now();
    if ((*session)->run({})) {
      const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
      const double evaluations = double((*session)->info().status.progress.evaluations);
      printRow(milliseconds, workers, evaluations / passed, (processorSeconds() - processor) / passed,
               double((*cluster)->bytes()) / evaluations);
      fmt::print("  {:3.0f} % for the file\n", 100 * (*session)->storeSeconds() / passed);
      std::fflush(stdout);
      failed = 0;
    }
  } else {
    fmt::print(stderr, "{}\n", session.error().message);
  }
  cluster->reset();
  std::filesystem::remove(file);
  return failed;
}

} // namespace

int main(int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  if (argc == 4 && first.starts_with("host")) return serve(argv[2], std::chrono::milliseconds(std::atoi(argv[3])), first == "host-of-run");
  const bool ofRun = first == "run";
  const auto argument = [&](int number, double otherwise) { return number < argc ? std::atof(argv[number]) : otherwise; };
  for (const int milliseconds : {0, 1, 10, 100})
    for (const unsigned workers : {1U, 8U, 64U, 512U})
      if (const int failed = ofRun ? measureRun(workers, milliseconds, argument(2, 10), static_cast<unsigned>(argument(3, jobsPerWorker)))
                                   : measure(workers, milliseconds, argument(1, 3));
          failed != 0)
        return failed;
}
