#include "app/worker/request_table.h"

#include "app/worker/report.h"
#include "core/protocol/request.h"

#include <algorithm>
#include <unistd.h>

namespace gevo {

namespace {

ReplyFrame replyTo(const RequestTable& table, RequestKind kind, ByteView payload) {
  const auto handler = std::ranges::find(table, kind, &RequestHandler::kind);
  if (handler != table.end()) return handler->reply(payload);
  return errorReply({"this worker does not know this request; are gevo and gevo-worker the same version?"});
}

} // namespace

int serve(const RequestTable& table, int replies) {
  for (;;) {
    const Result<std::optional<Frame>> frame = readFrame(STDIN_FILENO);
    if (!frame) return reportFailure(frame.error());
    const auto kind = *frame ? static_cast<RequestKind>((*frame)->kind) : RequestKind::Stop;
    if (kind == RequestKind::Stop) return 0;
    const ReplyFrame reply = replyTo(table, kind, (*frame)->payload);
    if (!writeFrame(replies, static_cast<std::uint32_t>(reply.kind), reply.payload)) return 1;
  }
}

} // namespace gevo
