/// gevo-worker tmbl [N]: compiles TMBL populations and runs them on GPU N, until stdin ends. Its messages are those of core/tmbl/device.

#include "app/worker/command_line.h"
#include "app/worker/modes.h"
#include "app/worker/report.h"
#include "app/worker/restrictions.h"
#include "core/kernel/cuda/tmbl/population_service.h"
#include "core/protocol/reply.h"

#include <unistd.h>

namespace gevo {

namespace {

template <class Request, class Answer> ReplyFrame answer(const Frame& frame, const Answer& answerRequest) {
  const Result<Request> request = wire::decode<Request>(frame.payload, "request");
  return request ? reply(answerRequest(*request)) : errorReply(request.error());
}

ReplyFrame answerFrame(cuda::PopulationService& service, const Frame& frame) {
  switch (static_cast<tmbl::MessageKind>(frame.kind)) {
  case tmbl::MessageKind::Open:
    return answer<tmbl::OpenRequest>(frame, [&](const tmbl::OpenRequest& request) { return service.open(request); });
  case tmbl::MessageKind::Evaluate:
    return answer<tmbl::PopulationRequest>(frame, [&](const tmbl::PopulationRequest& request) { return service.evaluate(request); });
  }
  return errorReply({fmt::format("there is no request of kind {}", frame.kind)});
}

int runPopulations(std::optional<int> gpu, int replies) {
  stopCommandsOnTerminate();
  cuda::PopulationService service(gpu);
  while (true) {
    const auto frame = readFrame(STDIN_FILENO);
    if (!frame) return reportFailure(frame.error());
    if (!*frame) return 0;
    const ReplyFrame answered = answerFrame(service, **frame);
    const Result<void> written = writeFrame(replies, static_cast<std::uint32_t>(answered.kind), answered.payload);
    if (!written) return reportFailure(written.error());
  }
}

} // namespace

void addTmbl(CLI::App& app, Task& task) {
  CLI::App* mode = app.add_subcommand("tmbl", "Compile TMBL populations, and run them on GPU N");
  auto gpu = std::make_shared<std::optional<int>>();
  mode->add_option("N", *gpu, "The GPU's number, counted from 0; without it nothing is run")->check(gpuNumber());
  mode->callback([gpu, &task] { task = [gpu](int replies) { return runPopulations(*gpu, replies); }; });
}

} // namespace gevo
