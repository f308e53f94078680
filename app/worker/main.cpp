/// gevo-worker: everything that touches llvm::Module or a device happens in this process, which may die of it.
///
///     gevo-worker sim     answers requests of a run or a view on stdin with replies on stdout
///     gevo-worker build   the same, and may build programs and run their host code
///
/// Not for people: gevo and gevo-explorer start it and stop it by closing its stdin.

#include "core/base/wire.h"
#include "core/kernel/program/build.h"
#include "core/kernel/program/record_tests.h"
#include "core/kernel/worker/doctor.h"
#include "core/kernel/worker/service.h"
#include "core/run/frames.h"

#include <cstdio>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>

namespace gevo {

namespace {

/// What a handler's answer becomes on the wire.
struct Answer {
  ReplyKind kind = ReplyKind::Answer;
  Bytes payload;
};

Answer refuse(const Error& error) { return {ReplyKind::Refusal, wire::encode(ErrorReply{error.message, error.details})}; }

template <class Request, class Handler> Answer answer(ByteView payload, Handler handler) {
  Result<Request> request = wire::decode<Request>(payload, "request to the worker");
  if (!request) return refuse(request.error());
  auto reply = handler(std::move(*request));
  if (!reply) return refuse(reply.error());
  return {ReplyKind::Answer, wire::encode(*reply)};
}

void printStep(const std::string& step) { std::fprintf(stderr, "%s\n", step.c_str()); }

class Worker {
public:
  explicit Worker(bool mayBuild) : mayBuild_(mayBuild) {}

  Answer handle(RequestKind kind, ByteView payload) {
    switch (kind) {
    case RequestKind::Load:
      return answer<LoadRequest>(payload, [this](LoadRequest request) { return service_.load(std::move(request)); });
    case RequestKind::Try:
      return answer<TryRequest>(payload, [this](const TryRequest& request) { return service_.attempt(request); });
    case RequestKind::Check:
      return answer<CheckRequest>(payload, [this](const CheckRequest& request) { return service_.check(request); });
    case RequestKind::Inspect:
      return answer<InspectRequest>(payload, [this](const InspectRequest& request) { return service_.inspect(request); });
    case RequestKind::Export:
      return answer<ExportRequest>(payload, [this](const ExportRequest& request) { return service_.exportArtifact(request); });
    case RequestKind::Doctor:
      return answer<DoctorRequest>(payload, [](const DoctorRequest&) { return worker::examineMachine(); });
    case RequestKind::Build:
      if (!mayBuild_) return refuse({"this worker runs no host code"});
      return answer<BuildRequest>(payload, [](const BuildRequest& request) { return program::build(request, printStep); });
    case RequestKind::RecordTests:
      if (!mayBuild_) return refuse({"this worker runs no host code"});
      return answer<RecordTestsRequest>(payload,
                                        [](const RecordTestsRequest& request) { return program::recordTests(request, printStep); });
    case RequestKind::Stop:
      break;
    }
    return refuse({"the worker does not know this request; are gevo and gevo-worker of one version?"});
  }

private:
  worker::Service service_;
  bool mayBuild_;
};

int serve(bool mayBuild, int replies) {
  Worker worker(mayBuild);
  for (;;) {
    Result<std::optional<Frame>> frame = readFrame(STDIN_FILENO);
    if (!frame) {
      std::fprintf(stderr, "gevo-worker: %s\n", frame.error().message.c_str());
      return 1;
    }
    if (!*frame || static_cast<RequestKind>((*frame)->kind) == RequestKind::Stop) return 0;
    const Answer reply = worker.handle(static_cast<RequestKind>((*frame)->kind), (*frame)->payload);
    if (!writeFrame(replies, static_cast<std::uint32_t>(reply.kind), reply.payload)) return 1;
  }
}

} // namespace

} // namespace gevo

int main(int argc, char** argv) {
  const std::string_view mode = argc == 2 ? argv[1] : "";
  if (mode != "sim" && mode != "build") {
    std::fprintf(stderr, "gevo-worker is started by gevo and gevo-explorer; usage: gevo-worker sim|build\n");
    return 2;
  }
  // Whatever prints to stdout in this process (LLVM, a program being built) must not end up among the replies.
  const int replies = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (replies < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 1;
  return gevo::serve(mode == "build", replies);
}
