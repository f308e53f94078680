#pragma once

/// The side of the copy: what to send, and what came. Bytes go and come by whatever connects the two.

#include "core/mirror/image_changes.h"

#include <optional>

namespace gevo {

class MirrorClient {
public:
  /// Of the other side, for messages.
  explicit MirrorClient(std::string name) : name_(std::move(name)) {}

  /// To be sent: asks for what the copy lacks. `known`: hashes of the blocks that it has, in the first question.
  static Bytes ask(std::vector<Hash128> known);

  void receive(ByteView bytes);
  /// True once the other side has said that it is a gevo of this version. An error: it is none, or of another one.
  Result<bool> isGreeted();
  /// The next answer, once all of it came. An error: the other side has one, or says what no gevo says.
  Result<std::optional<ImageChanges>> answer();

private:
  struct Part {
    std::uint32_t kind = 0;
    Bytes payload;
  };
  Result<std::optional<Part>> next();

  std::string name_;
  Bytes input_;
  bool greeted_ = false;
};

} // namespace gevo
