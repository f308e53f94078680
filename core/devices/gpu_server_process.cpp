#include "core/devices/gpu_server_process.h"

#include "core/base/paths.h"
#include "core/base/wire.h"
#include "core/protocol/error_reply.h"
#include "core/worker_pool/worker_process.h"

#include <algorithm>
#include <mutex>
#include <poll.h>

namespace gevo {

namespace {

namespace fs = std::filesystem;

/// For a process to start and make its socket.
constexpr std::chrono::seconds timeout{30};

Result<fs::path> workerAt(const std::string& program) { return program.empty() ? companionPath("gevo-worker") : Result<fs::path>(program); }

struct RunningServers {
  std::mutex mutex;
  std::map<int, std::weak_ptr<GpuServerProcess>> byNumber;
};
RunningServers& runningServers() {
  static RunningServers servers;
  return servers;
}

/// Waits until it may have sent something, or ended. False after `until`.
bool waitForOutput(const WorkerProcess& process, std::chrono::steady_clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
  if (left.count() <= 0) return false;
  pollfd channel{process.channel(), POLLIN, 0};
  ::poll(&channel, 1, static_cast<int>(left.count()));
  return true;
}

/// The first frame that it sends; an error with its stderr if it ends before.
Result<Frame> firstFrame(WorkerProcess& process) {
  const auto until = std::chrono::steady_clock::now() + timeout;
  while (!process.ended() && waitForOutput(process, until)) {
    process.read();
    if (std::optional<Frame> frame = process.receive()) return std::move(*frame);
  }
  process.readErrors();
  return std::unexpected(Error{"the process that runs the GPU does not start; see gevo doctor", process.stderrTail()});
}

} // namespace

Result<std::vector<std::string>> GpuServerProcess::listGpus(const std::string& program) {
  GEVO_TRY_ASSIGN(const fs::path worker, workerAt(program));
  Spawner spawner;
  GEVO_TRY_ASSIGN(const ChildProcess child, spawner.start({.arguments = {worker.string(), "gpus"}}));
  WorkerProcess process(child);
  GEVO_TRY_ASSIGN(const Frame frame, firstFrame(process));
  if (frame.kind == static_cast<std::uint32_t>(ReplyKind::Result))
    return wire::decode<std::vector<std::string>>(frame.payload, "list of GPUs");
  const Result<ErrorReply> error = wire::decode<ErrorReply>(frame.payload, "list of GPUs");
  return std::unexpected(error ? Error{error->message, error->details} : error.error());
}

Result<std::shared_ptr<GpuServerProcess>> GpuServerProcess::forGpu(int number, const std::string& program) {
  auto& [mutex, servers] = runningServers();
  const std::lock_guard lock(mutex);
  if (std::shared_ptr<GpuServerProcess> running = servers[number].lock()) return running;
  std::shared_ptr<GpuServerProcess> server(new GpuServerProcess);
  GEVO_TRY(server->start(number, program));
  servers[number] = server;
  return server;
}

Result<void> GpuServerProcess::start(int number, const std::string& program) {
  GEVO_TRY_ASSIGN(const fs::path worker, workerAt(program));
  GEVO_TRY_ASSIGN(TemporaryFolder folder, TemporaryFolder::make());
  folder_.emplace(std::move(folder));
  socket_ = (folder_->path() / "gpu").string();
  GEVO_TRY_ASSIGN(const ChildProcess child, spawner_->start({.arguments = {worker.string(), "gpu", std::to_string(number), socket_}}));
  process_ = std::make_unique<WorkerProcess>(child);
  // It sends one frame, once it listens.
  const Result<Frame> listens = firstFrame(*process_);
  return listens ? Result<void>() : std::unexpected(listens.error());
}

std::map<int, GpuUse> GpuServerProcess::uses() {
  auto& [mutex, servers] = runningServers();
  const std::lock_guard lock(mutex);
  std::map<int, GpuUse> all;
  for (const auto& [number, server] : servers) {
    const std::shared_ptr<GpuServerProcess> running = server.lock();
    const Result<GpuUse> use = running ? running->use() : fail("it has ended");
    if (use) all[number] = *use;
  }
  return all;
}

Result<GpuUse> GpuServerProcess::use() {
  process_->send(0, std::make_shared<Bytes>());
  process_->write();
  GEVO_TRY_ASSIGN(const Frame frame, firstFrame(*process_));
  return wire::decode<GpuUse>(frame.payload, "use of the GPU");
}

GpuServerProcess::GpuServerProcess() : spawner_(std::make_unique<Spawner>()) {}

GpuServerProcess::~GpuServerProcess() {
  if (process_) {
    // Not killed, as it has to end the processes that hold memory of the GPU, and to wait for them.
    process_->close();
    const auto until = std::chrono::steady_clock::now() + timeout;
    while (!process_->ended() && waitForOutput(*process_, until)) process_->read();
  }
  process_.reset();
}

} // namespace gevo
