#pragma once

/// Questions to a worker that knows the project (LoadRequest without held-out tests), whoever owns it.

#include "core/base/wire.h"
#include "core/protocol/request.h"

#include <functional>

namespace gevo::report {

/// Sends a wire-encoded request and waits for the reply.
using AskWorker = std::function<Result<Bytes>(RequestKind kind, Bytes request)>;

template <class Request> Result<typename RequestTraits<Request>::Reply> askFor(const AskWorker& ask, const Request& request) {
  const Result<Bytes> reply = ask(RequestTraits<Request>::kind, wire::encode(request));
  if (!reply) return std::unexpected(reply.error());
  return wire::decode<typename RequestTraits<Request>::Reply>(*reply, "worker's reply");
}

} // namespace gevo::report
