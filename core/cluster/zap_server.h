#pragma once

/// Says which keys may connect to the sockets of a ZeroMQ context: rfc.zeromq.org/spec/27 (ZAP).

#include <string>
#include <thread>
#include <zmq.hpp>

namespace gevo {

class ZapServer {
public:
  /// `key`: the only one that may, in its printable form. To be made before a socket listens; ends when the context is shut down.
  ZapServer(zmq::context_t& context, const std::string& key);

private:
  std::jthread thread_;
};

} // namespace gevo
