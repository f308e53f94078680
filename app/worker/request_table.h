#pragma once

/// The requests that a worker replies to, a line for each: `on<ValidateRequest>(...)`.

#include "core/protocol/reply.h"
#include "core/protocol/request.h"

#include <concepts>
#include <functional>
#include <vector>

namespace gevo {

struct RequestHandler {
  RequestKind kind;
  std::function<ReplyFrame(ByteView payload)> reply;
};
using RequestTable = std::vector<RequestHandler>;

/// `handle` takes the request and returns a Result of the reply that belongs to it.
template <class Request, class Handle> RequestHandler on(Handle handle) {
  using Reply = RequestTraits<Request>::Reply;
  static_assert(std::same_as<std::invoke_result_t<const Handle&, Request>, Result<Reply>>);
  return {RequestTraits<Request>::kind, [handle = std::move(handle)](ByteView payload) {
            Result<Request> request = wire::decode<Request>(payload, "request to the worker");
            return request ? reply(handle(std::move(*request))) : errorReply(request.error());
          }};
}

/// Replies to requests from stdin, one at a time, until one asks to stop or stdin ends. Returns the exit code.
int serve(const RequestTable& table, int replies);

} // namespace gevo
