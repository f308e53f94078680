#pragma once

/// Links over ZeroMQ. Connections from other machines are encrypted and both ends prove who they are (CurveZMQ); heartbeats tell a machine
/// that is gone from one that is busy.

#include "core/cluster/access.h"
#include "core/cluster/links.h"

#include <memory>

namespace gevo {

class ZmqHead : public HeadLinks {
public:
  /// Listens on a port of all network interfaces, or of the one with that address. Port 0: any that is free.
  static Result<std::unique_ptr<ZmqHead>> listen(const std::string& address = "*", std::uint16_t port = 0);
  ~ZmqHead() override; ///< what was sent last goes out before, for a second at most

  const ClusterAccess& access() const;
  /// A link from within this process, which needs no key. It must not outlive the head.
  std::unique_ptr<HostLink> connectHere();
  std::uint64_t bytes() const; ///< sent and received, without what ZeroMQ adds

  bool send(const HostId& host, Message message) override;
  std::optional<std::pair<HostId, Message>> receive() override;
  bool wait(std::chrono::milliseconds atMost, int descriptor) override;

private:
  struct State;
  explicit ZmqHead(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Connects in the background. An error: the head does not answer at any of its addresses.
Result<std::unique_ptr<HostLink>> connectToHead(const ClusterAccess& access);

} // namespace gevo
