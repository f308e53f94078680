/// gevo-worker cuda N: holds the CUDA context in which variants run on GPU N. `gevo-worker gpu N` starts it, and kills it when a
/// kernel never ends.

#include "app/worker/command_line.h"
#include "app/worker/modes.h"
#include "app/worker/report.h"
#include "core/kernel/cuda/replay/context_process.h"

#include <cstdlib>
#include <unistd.h>

namespace gevo {

namespace {

int holdContext(int gpu, int replies) {
  const Result<void> served = cuda::serveContext(gpu, STDIN_FILENO, replies);
  if (!served) reportFailure(served.error());
  std::_Exit(served ? 0 : 1); // not through the driver's own destructors, which may wait for a kernel
}

} // namespace

void addCuda(CLI::App& app, Task& task) {
  CLI::App* mode = app.add_subcommand("cuda", "Hold a CUDA context in which variants run on GPU N");
  auto gpu = std::make_shared<int>();
  mode->add_option("N", *gpu, "The GPU's number, counted from 0")->required()->check(gpuNumber());
  mode->callback([gpu, &task] { task = [gpu](int replies) { return holdContext(*gpu, replies); }; });
}

} // namespace gevo
