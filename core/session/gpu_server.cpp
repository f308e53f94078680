#include "core/session/gpu_server.h"

#include "core/base/paths.h"

#include <cstdlib>
#include <map>
#include <poll.h>

namespace gevo {

namespace {

namespace fs = std::filesystem;

/// For a program to start and to make a socket.
constexpr std::chrono::seconds patience{30};

Result<fs::path> privateFolder() {
  std::error_code problem;
  std::string name = (fs::temp_directory_path(problem) / "gevo-gpu-XXXXXX").string();
  if (problem || ::mkdtemp(name.data()) == nullptr) return fail("cannot make a folder for a socket; set TMPDIR to one that can be written");
  return fs::path(name);
}

} // namespace

Result<std::shared_ptr<GpuServer>> GpuServer::forGpu(int number, const std::string& program) {
  static std::mutex mutex;
  static std::map<int, std::weak_ptr<GpuServer>> servers;
  const std::lock_guard lock(mutex);
  if (std::shared_ptr<GpuServer> running = servers[number].lock()) return running;
  std::shared_ptr<GpuServer> server(new GpuServer);
  if (const Result<void> started = server->start(number, program); !started) return std::unexpected(started.error());
  servers[number] = server;
  return server;
}

Result<void> GpuServer::start(int number, const std::string& program) {
  const Result<fs::path> worker = program.empty() ? companionPath("gevo-worker") : Result<fs::path>(program);
  if (!worker) return std::unexpected(worker.error());
  const Result<fs::path> folder = privateFolder();
  if (!folder) return std::unexpected(folder.error());
  folder_ = *folder;
  socket_ = (folder_ / "gpu").string();
  const Result<ChildProcess> child = spawner_.start({.words = {worker->string(), "gpu", std::to_string(number), socket_}, .yields = false});
  if (!child) return std::unexpected(child.error());
  process_ = std::make_unique<WorkerProcess>(*child);
  return waitForSocket();
}

/// Its first words are that it listens; it has no other.
Result<void> GpuServer::waitForSocket() {
  pollfd channel{process_->channel(), POLLIN, 0};
  const int waited = ::poll(&channel, 1, static_cast<int>(std::chrono::milliseconds(patience).count()));
  if (waited > 0) process_->read();
  if (waited > 0 && process_->receive()) return {};
  process_->readErrors();
  return std::unexpected(Error{"the process that runs the GPU does not start; see gevo doctor", process_->lastWords()});
}

GpuServer::~GpuServer() {
  process_.reset();
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

} // namespace gevo
