/// gevo-worker build: everything that starts other programs, such as compilers. It never handles a variant's module.

#include "app/worker/modes.h"
#include "app/worker/report.h"
#include "app/worker/request_table.h"
#include "app/worker/restrictions.h"
#include "core/kernel/build/configure.h"
#include "core/kernel/build/gpu_program.h"
#include "core/kernel/build/patch_requests.h"
#include "core/kernel/build/record_tests.h"
#include "core/kernel/cuda/device/gpu.h"
#include "core/kernel/toolchain/ptxas.h"
#include "core/kernel/worker/doctor.h"
#include "core/protocol/machine.h"

#include <CLI/CLI.hpp>

namespace gevo {

namespace {

Result<program::RecordingGpu> findRecordingGpu(int number) {
  GEVO_TRY_ASSIGN(const cuda::Gpu gpu, cuda::findGpu(number));
  return program::RecordingGpu{gpu.architecture(), (*cuda::Driver::load())->version};
}

RequestTable programRequests() {
  const auto recorder = std::make_shared<program::TestRecorder>(findRecordingGpu);
  const auto configurer = std::make_shared<program::Configurer>(findRecordingGpu);
  return {
      on<BuildInputs>([](const auto& request) { return program::build(request, printStep, findRecordingGpu); }),
      on<RecordTestsRequest>([recorder](const auto& request) { return recorder->record(request, printStep); }),
      on<ConfigureRequest>([configurer](const auto& request) { return configurer->configure(request, printStep); }),
      on<GpuBuildInputs>([](const auto& request) { return program::buildForGpu(request, printStep); }),
      on<AssembleRequest>(program::assemble),
      on<ReadSyntaxRequest>(program::syntaxOf),
      on<CompileSourcesRequest>(program::compile),
      on<DoctorRequest>([](const auto&) { return worker::examineMachine(); }),
  };
}

int buildPrograms(int replies) {
  stopCommandsOnTerminate();
  denyNetwork();
  return serve(programRequests(), replies);
}

} // namespace

void addBuild(CLI::App& app, Task& task) {
  CLI::App* mode = app.add_subcommand("build", "Build programs and record their tests, run ptxas, examine the machine");
  mode->callback([&task] { task = buildPrograms; });
}

} // namespace gevo
