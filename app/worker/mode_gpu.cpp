/// gevo-worker gpu N SOCKET: runs GPU N for the workers that connect to the socket, until stdin ends. It starts and kills the processes
/// that hold a CUDA context (gevo-worker cuda N).

#include "app/worker/command_line.h"
#include "app/worker/modes.h"
#include "app/worker/report.h"
#include "core/base/paths.h"
#include "core/kernel/cuda/server/gpu_server.h"

#include <unistd.h>

namespace gevo {

namespace {

struct GpuOptions {
  int gpu = 0;
  std::string socket;
};

int runGpu(const GpuOptions& options, int replies) {
  const Result<std::filesystem::path> worker = companionPath("gevo-worker");
  if (!worker) return reportFailure(worker.error());
  cuda::GpuServerSettings settings;
  settings.context = {worker->string(), "cuda", std::to_string(options.gpu)};
  settings.socket = options.socket;
  const Result<std::unique_ptr<cuda::GpuServer>> server = cuda::GpuServer::open(settings);
  if (!server) return reportFailure(server.error());
  if (const Result<void> listens = writeFrame(replies, 0, {}); !listens) return reportFailure(listens.error());
  const Result<void> served = (*server)->serve(STDIN_FILENO, replies);
  return served ? 0 : reportFailure(served.error());
}

} // namespace

void addGpu(CLI::App& app, Task& task) {
  CLI::App* mode = app.add_subcommand("gpu", "Run GPU N for the workers that connect to SOCKET");
  auto options = std::make_shared<GpuOptions>();
  mode->add_option("N", options->gpu, "The GPU's number, counted from 0")->required()->check(gpuNumber());
  mode->add_option("SOCKET", options->socket, "Path to listen at, in a folder that is the user's alone")->required();
  mode->callback([options, &task] { task = [options](int replies) { return runGpu(*options, replies); }; });
}

} // namespace gevo
