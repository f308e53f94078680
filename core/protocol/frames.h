#pragma once

/// Frames of the worker protocol: kind (u32), length of the payload in bytes (u64), payload; little-endian, no padding.
/// A request's kind is a RequestKind, a reply's a ReplyKind.

#include "core/base/bytes.h"
#include "core/base/result.h"

#include <array>
#include <optional>

namespace gevo {

enum class ReplyKind : std::uint32_t {
  Result,            ///< the reply that belongs to the request
  Error,             ///< an ErrorReply
  NeedsConfiguration ///< no reply yet: the worker has not loaded the Configuration that this names
};

inline constexpr std::size_t frameHeaderBytes = 12;
/// Longer frames are treated as damaged: the other side may be a process out of control.
inline constexpr std::uint64_t largestFrameBytes = 1ULL << 30;

struct FrameHeader {
  std::uint32_t kind = 0;
  std::uint64_t length = 0;
};

struct Frame {
  std::uint32_t kind = 0;
  Bytes payload;
};

std::array<std::uint8_t, frameHeaderBytes> encodeFrameHeader(const FrameHeader& header);
/// `bytes` holds at least frameHeaderBytes. Fails on a length above largestFrameBytes.
Result<FrameHeader> decodeFrameHeader(ByteView bytes);

/// Blocks until a whole frame was read from `descriptor`. Nothing at the end of the stream; an error when the stream ends
/// within a frame or the frame is too long.
Result<std::optional<Frame>> readFrame(int descriptor);
/// Blocks until the whole frame was written.
Result<void> writeFrame(int descriptor, std::uint32_t kind, ByteView payload);
/// The same to a socket, where a closed end raises no signal. For code that runs in the user's program, or serves it.
Result<void> sendFrame(int socket, std::uint32_t kind, ByteView payload);

} // namespace gevo
