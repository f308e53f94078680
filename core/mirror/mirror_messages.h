#pragma once

/// What a server of a file and the client that keeps a copy say to each other, in frames (core/protocol/frames.h).
///
/// The server begins with a MirrorGreeting. After that the client asks, and each AskChanges has one reply, ImageChanges or an ErrorReply,
/// which ends the conversation, as the end of the input does.

#include "core/mirror/image_changes.h"

namespace gevo {

inline constexpr std::uint32_t mirrorVersion = 1;

enum class MirrorFrame : std::uint32_t { Greeting, Ask, Changes, Error };

struct MirrorGreeting {
  std::uint32_t version = mirrorVersion;
};
template <class Archive> void fields(Archive& a, MirrorGreeting& m) { a(m.version); }

struct AskChanges {
  /// Of the blocks that the copy has; only the first one of a conversation counts.
  std::vector<Hash128> known;
};
template <class Archive> void fields(Archive& a, AskChanges& m) { a(m.known); }

} // namespace gevo
