#pragma once

/// How messages travel between a head and its hosts. Nothing here blocks but `wait`, and each is used by one thread.

#include "core/cluster/messages.h"

#include <chrono>
#include <optional>

namespace gevo {

/// One connection of a host. A host that connects again has another one.
using HostId = std::string;

/// The head's end.
class HeadLinks {
public:
  virtual ~HeadLinks() = default;
  /// False: the connection is lost, and will not come back.
  virtual bool send(const HostId& host, Message message) = 0;
  virtual std::optional<std::pair<HostId, Message>> receive() = 0;
  /// Until there is something to receive, or to read from the descriptor (-1: none). True: the latter.
  virtual bool wait(std::chrono::milliseconds atMost, int descriptor = -1) = 0;
};

enum class LinkState : std::uint8_t { Connected, Connecting, Refused };

/// A host's end.
class HostLink {
public:
  virtual ~HostLink() = default;
  /// Queues it, also while there is no connection.
  virtual void send(Message message) = 0;
  virtual std::optional<Message> receive() = 0;
  virtual void wait(std::chrono::milliseconds atMost) = 0;
  /// Readable when something arrives after `receive` found nothing.
  virtual int descriptor() const = 0;
  virtual LinkState state() = 0;
  /// How often a connection was made: the head knows nothing of what was before the last.
  virtual unsigned connections() = 0;
};

} // namespace gevo
