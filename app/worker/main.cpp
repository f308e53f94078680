/// gevo-worker: everything that touches llvm::Module or a device happens in this process, which may die of it.
///
///     gevo-worker sim     answers requests of a run or a view on stdin with replies on stdout; locked down before the first
///     gevo-worker sim SOCKET  the same, with tests on the GPU that is run at that socket
///     gevo-worker live    the same for files whose variants are judged by running their program: builds it, runs it, in its own folder
///     gevo-worker live N  the same, with tests on GPU N
///     gevo-worker build   builds programs and runs their host code, runs ptxas, examines the machine; never handles a variant
///     gevo-worker gpu N SOCKET  runs GPU N for the workers that connect to the socket, until its stdin ends
///     gevo-worker lease N  holds a CUDA context in which the kernels of one program after the other run; live N starts and kills it
///     gevo-worker cuda N  holds the CUDA context in which variants run on GPU N; gpu starts and kills it
///     gevo-worker calibrate  measures a GPU when it is asked to on stdin
///     gevo-worker compile-time ARCHITECTURE nvjitlink|ptxas VARIANTS SECONDS FILE.ll...  for tests/bench/compile_time.py
///     gevo-worker gpus    says which GPUs there are
///     gevo-worker trial N tries out on GPU N what runs rest on, and prints how it went
///
/// Not for people: gevo and gevo-explorer start it and stop it by closing its stdin.

#include "core/base/paths.h"
#include "core/kernel/build/build.h"
#include "core/kernel/build/gpu_program.h"
#include "core/kernel/build/record_tests.h"
#include "core/kernel/cuda/calibrate/calibrate.h"
#include "core/kernel/cuda/device/gpu.h"
#include "core/kernel/cuda/host/gpu_host.h"
#include "core/kernel/cuda/lease/lease_server.h"
#include "core/kernel/cuda/replay/context_process.h"
#include "core/kernel/cuda/replay/trial.h"
#include "core/kernel/process/process.h"
#include "core/kernel/sandbox/sandbox.h"
#include "core/kernel/toolchain/ptxas.h"
#include "core/kernel/worker/compile_time.h"
#include "core/kernel/worker/doctor.h"
#include "core/kernel/worker/launches.h"
#include "core/kernel/worker/service.h"
#include "core/kernel/worker/warm_up.h"
#include "core/protocol/build.h"
#include "core/protocol/compare.h"
#include "core/protocol/evaluate.h"
#include "core/protocol/export.h"
#include "core/protocol/inspect.h"
#include "core/protocol/load.h"
#include "core/protocol/machine.h"
#include "core/protocol/reply.h"
#include "core/protocol/request.h"
#include "core/protocol/validate.h"
#include "core/values/built_project.h"
#include "core/values/calibration.h"
#include "core/workers/evaluation_reply.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>

namespace gevo {

namespace {

constexpr const char* usage = "gevo-worker is started by gevo and gevo-explorer; usage: gevo-worker sim|live|build";

enum class Role { Sim, Live, Build, Calibrate };

std::optional<Role> roleNamed(std::string_view name) {
  if (name == "sim") return Role::Sim;
  if (name == "live") return Role::Live;
  if (name == "build") return Role::Build;
  if (name == "calibrate") return Role::Calibrate;
  return std::nullopt;
}

template <class Request, class Handler> ReplyFrame reply(ByteView payload, Handler handler) {
  Result<Request> request = wire::decode<Request>(payload, "request to the worker");
  if (!request) return errorReply(request.error());
  return reply(handler(std::move(*request)));
}

void printStep(const std::string& step) { std::fprintf(stderr, "%s\n", step.c_str()); }

std::optional<ReplyFrame> handleVariants(worker::Service& service, RequestKind kind, ByteView payload) {
  switch (kind) {
  case RequestKind::Load:
    return reply<LoadRequest>(payload, [&](LoadRequest request) { return service.load(std::move(request)); });
  case RequestKind::Evaluate:
    return reply<EvaluateRequest>(payload, [&](const EvaluateRequest& request) {
      Result<EvaluateReply> reply = service.attempt(request);
      if (reply) leaveOutKnownEdits(*reply, request);
      return reply;
    });
  case RequestKind::Validate:
    return reply<ValidateRequest>(payload, [&](const ValidateRequest& request) { return service.check(request); });
  case RequestKind::Compare:
    return reply<CompareRequest>(payload, [&](const CompareRequest& request) { return service.compare(request); });
  case RequestKind::Inspect:
    return reply<InspectRequest>(payload, [&](const InspectRequest& request) { return service.inspect(request); });
  case RequestKind::Export:
    return reply<ExportRequest>(payload, [&](const ExportRequest& request) { return service.exportArtifact(request); });
  case RequestKind::Launches:
    return reply<LaunchesRequest>(payload, [](const LaunchesRequest& request) { return worker::countLaunches(request); });
  default:
    return std::nullopt;
  }
}

Result<program::RecordingGpu> findRecordingGpu(int number) {
  const Result<cuda::Gpu> gpu = cuda::findGpu(number);
  if (!gpu) return std::unexpected(gpu.error());
  return program::RecordingGpu{gpu->architecture(), (*cuda::Driver::load())->version};
}

/// What needs other programs.
std::optional<ReplyFrame> handlePrograms(RequestKind kind, ByteView payload) {
  switch (kind) {
  case RequestKind::Build:
    return reply<BuildInputs>(payload, [](const BuildInputs& request) { return program::build(request, printStep, findRecordingGpu); });
  case RequestKind::RecordTests:
    return reply<RecordTestsRequest>(
        payload, [](const RecordTestsRequest& request) { return program::recordTests(request, printStep, findRecordingGpu); });
  case RequestKind::BuildForGpu:
    return reply<GpuBuildInputs>(payload, [](const GpuBuildInputs& request) { return program::buildForGpu(request, printStep); });
  case RequestKind::Assemble:
    return reply<AssembleRequest>(payload, [](const AssembleRequest& request) { return program::assemble(request); });
  case RequestKind::Doctor:
    return reply<DoctorRequest>(payload, [](const DoctorRequest&) { return worker::examineMachine(); });
  default:
    return std::nullopt;
  }
}

/// What needs a GPU and nothing of a project.
std::optional<ReplyFrame> handleGpu(RequestKind kind, ByteView payload) {
  if (kind != RequestKind::Calibrate) return std::nullopt;
  return reply<CalibrationSettings>(payload, [](const CalibrationSettings& request) { return cuda::calibrate(request, printStep); });
}

/// One that runs programs and is asked to stop takes its compiler, or the user's program, along and clears up; the end of stdin does the
/// rest.
void stopOnRequest() {
  struct sigaction action {};
  action.sa_handler = [](int) { program::stopCommands(); };
  action.sa_flags = SA_RESTART;
  sigaction(SIGTERM, &action, nullptr);
}

int serve(worker::Service& service, Role role, int replies) {
  for (;;) {
    Result<std::optional<Frame>> frame = readFrame(STDIN_FILENO);
    if (!frame) {
      std::fprintf(stderr, "gevo-worker: %s\n", frame.error().message.c_str());
      return 1;
    }
    const auto kind = *frame ? static_cast<RequestKind>((*frame)->kind) : RequestKind::Stop;
    if (kind == RequestKind::Stop) return 0;
    const ByteView payload = (*frame)->payload;
    std::optional<ReplyFrame> reply = role == Role::Build       ? handlePrograms(kind, payload)
                                      : role == Role::Calibrate ? handleGpu(kind, payload)
                                                                : handleVariants(service, kind, payload);
    if (!reply) reply = errorReply({"this worker does not know this request; are gevo and gevo-worker of one version?"});
    if (!writeFrame(replies, static_cast<std::uint32_t>(reply->kind), reply->payload)) return 1;
  }
}

int reportFailure(const Error& error) {
  std::fprintf(stderr, "gevo-worker: %s\n%s", error.message.c_str(), error.details.c_str());
  return 1;
}

int runGpu(const std::string& number, const std::string& socket, int replies) {
  const Result<std::filesystem::path> worker = companionPath("gevo-worker");
  if (!worker) return reportFailure(worker.error());
  cuda::GpuHostSettings settings;
  settings.context = {worker->string(), "cuda", number};
  settings.socket = socket;
  const Result<std::unique_ptr<cuda::GpuHost>> host = cuda::GpuHost::open(settings);
  if (!host) return reportFailure(host.error());
  if (const Result<void> told = writeFrame(replies, 0, {}); !told) return reportFailure(told.error()); // it listens
  const Result<void> served = (*host)->serve(STDIN_FILENO, replies);
  return served ? 0 : reportFailure(served.error());
}

int holdContext(const std::string& number, int replies) {
  const Result<void> served = cuda::serveContext(std::atoi(number.c_str()), STDIN_FILENO, replies);
  // Not through the driver's own destructors, which may wait for a kernel.
  if (!served) reportFailure(served.error());
  std::_Exit(served ? 0 : 1);
}

int serveLeases(const std::string& number) {
  const Result<void> leased = cuda::serveLeases(std::atoi(number.c_str()), STDIN_FILENO); // a socket, stdout too
  if (!leased) reportFailure(leased.error());
  std::_Exit(leased ? 0 : 1); // as above
}

int tellGpus(int replies) {
  ReplyFrame reply;
  if (const Result<std::vector<cuda::Gpu>> gpus = cuda::listGpus()) {
    std::vector<std::string> names;
    for (const cuda::Gpu& gpu : *gpus) names.push_back(gpu.name);
    reply.payload = wire::encode(names);
  } else {
    reply = errorReply(gpus.error());
  }
  const Result<void> told = writeFrame(replies, static_cast<std::uint32_t>(reply.kind), reply.payload);
  return told ? 0 : reportFailure(told.error());
}

int tryGpu(const char* number) {
  const Result<void> tried = cuda::tryGpu(std::atoi(number), [](const std::string& line) { std::printf("%s\n", line.c_str()); });
  return tried ? 0 : reportFailure(tried.error());
}

int timeCompilation(int argc, char** argv) {
  worker::CompileTimeOrder order;
  order.architecture = argv[2];
  order.assembler = argv[3];
  order.batch = static_cast<unsigned>(std::max(0, std::atoi(argv[4])));
  order.seconds = std::atof(argv[5]);
  order.files.assign(argv + 6, argv + argc);
  const Result<worker::CompileTimes> times = worker::measureCompileTime(order);
  return times && std::puts(worker::compileTimesJson(*times).c_str()) >= 0
             ? 0
             : reportFailure(times ? Error{"stdout is closed"} : times.error());
}

/// Before the first byte of a project is read.
void confineWorker(Role role, sandbox::Work work) {
  if (role == Role::Calibrate) return; // it reads nothing of anybody, and the driver needs what would be denied
  sandbox::giveUpPrivileges();
  if (role == Role::Sim) worker::warmUp();
  const Result<void> confined = role == Role::Sim ? sandbox::lockDown(work) : sandbox::denyNetwork();
  if (!confined) std::fprintf(stderr, "gevo-worker: %s\n", confined.error().message.c_str());
}

} // namespace

} // namespace gevo

int main(int argc, char** argv) {
  if (argc == 3 && argv[1] == std::string_view("trial")) return gevo::tryGpu(argv[2]);
  if (argc > 6 && argv[1] == std::string_view("compile-time")) return gevo::timeCompilation(argc, argv);
  const bool usesGpu = argc == 3 && argv[1] == std::string_view("sim");
  const bool runsOnGpu = argc == 3 && argv[1] == std::string_view("live");
  const std::string_view mode = argc == 2 || usesGpu || runsOnGpu ? argv[1] : "";
  if (mode == "--help") return std::puts(gevo::usage) < 0 ? 1 : 0;
  const std::optional<gevo::Role> role = gevo::roleNamed(mode);
  const bool runsGpu = argc == 4 && argv[1] == std::string_view("gpu");
  const bool tellsGpus = argc == 2 && argv[1] == std::string_view("gpus");
  const bool holdsContext = argc == 3 && argv[1] == std::string_view("cuda");
  const bool lendsGpu = argc == 3 && argv[1] == std::string_view("lend");
  if (!role && !runsGpu && !holdsContext && !lendsGpu && !tellsGpus) {
    std::fprintf(stderr, "%s\n", gevo::usage);
    return 2;
  }
  // Whatever prints to stdout in this process (LLVM, a program being built) must not end up among the replies.
  const int replies = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (replies < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 1;
  if (tellsGpus) return gevo::tellGpus(replies);
  if (runsGpu) return gevo::runGpu(argv[2], argv[3], replies);
  if (lendsGpu) return gevo::serveLeases(argv[2]);
  if (holdsContext) return gevo::holdContext(argv[2], replies);
  if (role != gevo::Role::Sim) gevo::stopOnRequest();
  gevo::worker::Service service(*role == gevo::Role::Live);
  if (runsOnGpu) service.runProgramsOnGpu(std::atoi(argv[2]));
  if (usesGpu) {
    std::signal(SIGPIPE, SIG_IGN); // should the GPU's process end, its reply does not come
    service.giveGpu(gevo::worker::openGpu(argv[2]));
  }
  gevo::confineWorker(*role, usesGpu ? gevo::sandbox::Work::Assembles : gevo::sandbox::Work::Computes);
  return gevo::serve(service, *role, replies);
}
