/// gevo-worker lease N: holds a CUDA context on GPU N that it leases to one program after the other. `gevo-worker live N` starts it, and
/// kills it when a kernel never ends.

#include "app/worker/command_line.h"
#include "app/worker/modes.h"
#include "app/worker/report.h"
#include "core/kernel/cuda/lease/lease_server.h"

#include <cstdlib>
#include <unistd.h>

namespace gevo {

namespace {

int leaseGpu(int gpu) {
  const Result<void> served = cuda::serveLeases(gpu, STDIN_FILENO); // a socket, to write to as well
  if (!served) reportFailure(served.error());
  std::_Exit(served ? 0 : 1); // not through the driver's own destructors, which may wait for a kernel
}

} // namespace

void addLease(CLI::App& app, Task& task) {
  CLI::App* mode = app.add_subcommand("lease", "Lease a CUDA context on GPU N to one program after the other")->alias("lend");
  auto gpu = std::make_shared<int>();
  mode->add_option("N", *gpu, "The GPU's number, counted from 0")->required()->check(gpuNumber());
  mode->callback([gpu, &task] { task = [gpu](int /*replies*/) { return leaseGpu(*gpu); }; });
}

} // namespace gevo
