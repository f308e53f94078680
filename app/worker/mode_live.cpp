/// gevo-worker live [N]: host-executed evaluation. It builds the program of a file whose owner trusts it, and runs it for each variant.

#include "app/worker/command_line.h"
#include "app/worker/modes.h"
#include "app/worker/report.h"
#include "app/worker/restrictions.h"
#include "app/worker/variant_requests.h"

namespace gevo {

namespace {

int runHostProgram(std::optional<int> gpu, int replies) {
  stopCommandsOnTerminate();
  worker::Service service(true);
  service.reportTo(printStep);
  if (gpu) service.runProgramsOnGpu(*gpu);
  denyNetwork();
  return serve(variantRequests(service), replies);
}

} // namespace

void addLive(CLI::App& app, Task& task) {
  CLI::App* mode = app.add_subcommand("live", "Evaluate variants by running their host program, on GPU N or a simulated one");
  auto gpu = std::make_shared<std::optional<int>>();
  mode->add_option("N", *gpu, "The GPU's number, counted from 0; by default the simulated GPU")->check(gpuNumber());
  mode->callback([gpu, &task] { task = [gpu](int replies) { return runHostProgram(*gpu, replies); }; });
}

} // namespace gevo
