#pragma once

/// The frame that a worker sends back for a request: the reply, or an error.

#include "core/base/wire.h"
#include "core/protocol/error_reply.h"
#include "core/protocol/frames.h"

namespace gevo {

struct ReplyFrame {
  ReplyKind kind = ReplyKind::Result;
  Bytes payload;
};

inline ReplyFrame errorReply(const Error& error) { return {ReplyKind::Error, wire::encode(ErrorReply{error.message, error.details})}; }

template <class Reply> ReplyFrame reply(const Result<Reply>& reply) {
  if (!reply) return errorReply(reply.error());
  if constexpr (std::is_void_v<Reply>)
    return {};
  else
    return {ReplyKind::Result, wire::encode(*reply)};
}

} // namespace gevo
