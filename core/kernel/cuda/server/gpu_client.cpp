#include "core/kernel/cuda/server/gpu_client.h"

#include "core/base/wire.h"
#include "core/protocol/error_reply.h"
#include "core/protocol/frames.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>

namespace gevo::cuda {

Result<GpuClient> GpuClient::connect(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return fail("the path {} is too long for a socket; set TMPDIR", path);
  std::memcpy(address.sun_path, path.c_str(), path.size());
  Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket.isOpen() || ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return fail("cannot reach the process that runs the GPU, at {}: {}", path, std::strerror(errno));
  return GpuClient(std::move(socket));
}

template <class Reply> Result<Reply> GpuClient::ask(GpuRequest kind, ByteView payload) {
  GEVO_TRY(writeFrame(socket_.get(), static_cast<std::uint32_t>(kind), payload));
  GEVO_TRY_ASSIGN(const std::optional<Frame> frame, readFrame(socket_.get()));
  if (!frame) return fail("the process that runs the GPU has ended; see gevo doctor");
  if (frame->kind == static_cast<std::uint32_t>(ReplyKind::Result)) return wire::decode<Reply>(frame->payload, "GPU's reply");
  GEVO_TRY_ASSIGN(const ErrorReply error, wire::decode<ErrorReply>(frame->payload, "GPU's reply"));
  return std::unexpected(Error{error.message, error.details});
}

Result<GpuDescription> GpuClient::describe() { return ask<GpuDescription>(GpuRequest::Describe, wire::encode(Done{})); }
Result<PreparedOnGpu> GpuClient::prepare(const TestRecipe& recipe) {
  PrepareOrder order{nameOf(recipe), recipe.own, {}};
  Result<PrepareReply> reply = ask<PrepareReply>(GpuRequest::Prepare, wire::encode(order));
  if (reply && reply->needsRecipe) {
    order.recipe = wire::encode(recipe);
    reply = ask<PrepareReply>(GpuRequest::Prepare, wire::encode(order));
  }
  GEVO_TRY(reply);
  return PreparedOnGpu{order.test, *std::move(reply)};
}
Result<Measurement> GpuClient::measure(const MeasureOrder& order) { return ask<Measurement>(GpuRequest::Measure, wire::encode(order)); }
Result<CodeCounters> GpuClient::count(const CountOrder& order) { return ask<CodeCounters>(GpuRequest::Count, wire::encode(order)); }

} // namespace gevo::cuda
