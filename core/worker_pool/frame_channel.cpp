#include "core/worker_pool/frame_channel.h"

#include <algorithm>
#include <cerrno>
#include <sys/socket.h>

namespace gevo {

namespace {

constexpr std::size_t readStep = 64U << 10;
/// Read at once at most: a worker that never stops sending must not keep the others waiting.
constexpr std::size_t readAtMost = 8U << 20;
constexpr std::size_t compactAbove = 1U << 20;

bool wouldWait(int number) { return number == EAGAIN || number == EWOULDBLOCK || number == EINTR; }

} // namespace

void FrameChannel::send(std::uint32_t kind, std::shared_ptr<const Bytes> payload) {
  const auto header = encodeFrameHeader({kind, payload->size()});
  output_.push_back({header, std::move(payload), 0});
  write();
}

void FrameChannel::write() {
  while (!output_.empty() && !ended_) {
    Outgoing& frame = output_.front();
    const bool inHeader = frame.sent < frameHeaderBytes;
    const ByteView left =
        inHeader ? ByteView(frame.header).subspan(frame.sent) : ByteView(*frame.payload).subspan(frame.sent - frameHeaderBytes);
    if (!left.empty()) {
      const ssize_t count = ::send(descriptor_.get(), left.data(), left.size(), MSG_NOSIGNAL);
      // A broken connection is noticed by read, which first receives what the worker sent before.
      if (count < 0) return;
      frame.sent += static_cast<std::size_t>(count);
    }
    if (frame.sent == frameHeaderBytes + frame.payload->size()) output_.pop_front();
  }
}

void FrameChannel::read() {
  for (std::size_t taken = 0; !ended_ && taken < readAtMost; taken += readStep) {
    const std::size_t had = input_.size();
    input_.resize(had + readStep);
    const ssize_t count = ::recv(descriptor_.get(), input_.data() + had, readStep, 0);
    input_.resize(had + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0 && wouldWait(errno)) return;
    if (count <= 0) ended_ = true;
    if (count < static_cast<ssize_t>(readStep)) return; // the next poll shows whether there is more
  }
}

std::optional<Frame> FrameChannel::receive() {
  const ByteView left = ByteView(input_).subspan(consumed_);
  if (damaged_ || left.size() < frameHeaderBytes) return std::nullopt;
  const Result<FrameHeader> header = decodeFrameHeader(left);
  if (!header) {
    damaged_ = ended_ = true;
    return std::nullopt;
  }
  const ByteView rest = left.subspan(frameHeaderBytes);
  if (rest.size() < header->length) return std::nullopt;
  const ByteView payload = rest.first(header->length);
  Frame frame{header->kind, Bytes(payload.begin(), payload.end())};
  consumed_ += frameHeaderBytes + payload.size();
  if (consumed_ == input_.size() || consumed_ > compactAbove) {
    input_.erase(input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(consumed_));
    consumed_ = 0;
  }
  return frame;
}

} // namespace gevo
