#include "core/protocol/frames.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <unistd.h>

namespace gevo {

namespace {

/// How much was read before the stream ended.
Result<std::size_t> readUpTo(int descriptor, std::uint8_t* data, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::read(descriptor, data + done, size - done);
    if (count == 0) break;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail("cannot read from the other process: {}", std::strerror(errno));
    done += static_cast<std::size_t>(count);
  }
  return done;
}

ssize_t writeSome(int descriptor, ByteView bytes) { return ::write(descriptor, bytes.data(), bytes.size()); }
ssize_t sendSome(int socket, ByteView bytes) { return ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL); }

Result<void> writeAll(int descriptor, ByteView bytes, ssize_t (*write)(int, ByteView)) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail("cannot write to the other process: {}", std::strerror(errno));
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return {};
}

} // namespace

std::array<std::uint8_t, frameHeaderBytes> encodeFrameHeader(const FrameHeader& header) {
  std::array<std::uint8_t, frameHeaderBytes> bytes{};
  std::memcpy(bytes.data(), &header.kind, sizeof header.kind);
  std::memcpy(bytes.data() + sizeof header.kind, &header.length, sizeof header.length);
  return bytes;
}

Result<FrameHeader> decodeFrameHeader(ByteView bytes) {
  FrameHeader header;
  std::memcpy(&header.kind, bytes.data(), sizeof header.kind);
  std::memcpy(&header.length, bytes.data() + sizeof header.kind, sizeof header.length);
  if (header.length > largestFrameBytes) return fail("a frame claims {} bytes, more than any frame has", header.length);
  return header;
}

Result<std::optional<Frame>> readFrame(int descriptor) {
  std::array<std::uint8_t, frameHeaderBytes> bytes{};
  GEVO_TRY_ASSIGN(const std::size_t headerBytes, readUpTo(descriptor, bytes.data(), bytes.size()));
  if (headerBytes == 0) return std::nullopt;
  if (headerBytes < bytes.size()) return fail("the other process ended within a frame");
  GEVO_TRY_ASSIGN(const FrameHeader header, decodeFrameHeader(bytes));

  Frame frame{header.kind, {}};
  // Memory grows with what arrives, not with what the header claims.
  constexpr std::size_t step = 1U << 20;
  while (frame.payload.size() < header.length) {
    const std::size_t had = frame.payload.size();
    frame.payload.resize(had + std::min<std::uint64_t>(step, header.length - had));
    GEVO_TRY_ASSIGN(const std::size_t count, readUpTo(descriptor, frame.payload.data() + had, frame.payload.size() - had));
    if (had + count < frame.payload.size()) return fail("the other process ended within a frame");
  }
  return frame;
}

Result<void> writeFrame(int descriptor, std::uint32_t kind, ByteView payload) {
  const auto header = encodeFrameHeader({kind, payload.size()});
  GEVO_TRY(writeAll(descriptor, header, writeSome));
  return writeAll(descriptor, payload, writeSome);
}

Result<void> sendFrame(int socket, std::uint32_t kind, ByteView payload) {
  const auto header = encodeFrameHeader({kind, payload.size()});
  GEVO_TRY(writeAll(socket, header, sendSome));
  return writeAll(socket, payload, sendSome);
}

} // namespace gevo
