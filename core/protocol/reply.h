#pragma once

/// What a process of ours answers a frame with: a reply, or why there is none.

#include "core/base/wire.h"
#include "core/protocol/frames.h"
#include "core/protocol/messages.h"

namespace gevo {

struct Answer {
  ReplyKind kind = ReplyKind::Answer;
  Bytes payload;
};

inline Answer refuse(const Error& error) { return {ReplyKind::Refusal, wire::encode(ErrorReply{error.message, error.details})}; }

template <class Reply> Answer answer(const Result<Reply>& reply) {
  if (!reply) return refuse(reply.error());
  if constexpr (std::is_void_v<Reply>)
    return {};
  else
    return {ReplyKind::Answer, wire::encode(*reply)};
}

} // namespace gevo
