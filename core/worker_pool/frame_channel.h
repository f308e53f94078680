#pragma once

/// Frames over a non-blocking socket: output that can't be sent yet is queued, frames that arrived in part are kept.

#include "core/base/descriptor.h"
#include "core/protocol/frames.h"

#include <deque>
#include <memory>

namespace gevo {

class FrameChannel {
public:
  /// Of a socket that is non-blocking.
  explicit FrameChannel(Descriptor descriptor) : descriptor_(std::move(descriptor)) {}

  int descriptor() const { return descriptor_.get(); }
  bool hasOutput() const { return !output_.empty(); }

  /// Queues a frame. The payload is shared, since every worker of a pool gets the same project.
  void send(std::uint32_t kind, std::shared_ptr<const Bytes> payload);
  /// Each moves as many bytes as possible without waiting.
  void write();
  void read();
  /// The next whole frame that has arrived.
  std::optional<Frame> receive();

  /// The connection ended or sent something that is not a frame. Frames that came before are still received.
  bool ended() const { return ended_; }
  bool damaged() const { return damaged_; } ///< it sent something that is not a frame
  void end() { ended_ = true; }

private:
  struct Outgoing {
    std::array<std::uint8_t, frameHeaderBytes> header;
    std::shared_ptr<const Bytes> payload;
    std::size_t sent = 0; ///< of header and payload together
  };

  Descriptor descriptor_;
  std::deque<Outgoing> output_;
  Bytes input_;
  std::size_t consumed_ = 0; ///< bytes of input_ that were received
  bool ended_ = false;
  bool damaged_ = false;
};

} // namespace gevo
