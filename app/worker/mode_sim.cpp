/// gevo-worker sim [SOCKET]: evaluates variants, and makes their texts, for a run or a view. In a sandbox before the first request.

#include "app/worker/modes.h"
#include "app/worker/report.h"
#include "app/worker/restrictions.h"
#include "app/worker/variant_requests.h"

#include <CLI/CLI.hpp>
#include <csignal>

namespace gevo {

namespace {

int evaluateVariants(const std::string& socket, int replies) {
  worker::Service service;
  service.reportTo(printStep);
  if (!socket.empty()) {
    std::signal(SIGPIPE, SIG_IGN); // a write to a GPU process that has ended is an error, not a signal
    service.giveGpu(worker::openGpu(socket));
  }
  enterSandbox(socket.empty() ? sandbox::Work::Computes : sandbox::Work::Assembles);
  return serve(variantRequests(service), replies);
}

} // namespace

void addSim(CLI::App& app, Task& task) {
  CLI::App* mode = app.add_subcommand("sim", "Evaluate variants, on the GPU at SOCKET or a simulated one, and make their texts");
  auto socket = std::make_shared<std::string>();
  mode->add_option("SOCKET", *socket, "Path where gevo-worker gpu listens; by default the simulated GPU");
  mode->callback([socket, &task] { task = [socket](int replies) { return evaluateVariants(*socket, replies); }; });
}

} // namespace gevo
