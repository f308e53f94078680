/// gevo-worker gpus: the names of this machine's GPUs as one reply, or why there is none.

#include "app/worker/modes.h"
#include "app/worker/report.h"
#include "core/kernel/cuda/device/gpu.h"
#include "core/protocol/reply.h"

#include <CLI/CLI.hpp>

namespace gevo {

namespace {

Result<std::vector<std::string>> gpuNames() {
  GEVO_TRY_ASSIGN(const std::vector<cuda::Gpu> gpus, cuda::listGpus());
  std::vector<std::string> names;
  for (const cuda::Gpu& gpu : gpus) names.push_back(gpu.name);
  return names;
}

int listGpus(int replies) {
  const ReplyFrame frame = reply(gpuNames());
  const Result<void> written = writeFrame(replies, static_cast<std::uint32_t>(frame.kind), frame.payload);
  return written ? 0 : reportFailure(written.error());
}

} // namespace

void addGpus(CLI::App& app, Task& task) {
  CLI::App* mode = app.add_subcommand("gpus", "List the GPUs of this machine");
  mode->callback([&task] { task = listGpus; });
}

} // namespace gevo
