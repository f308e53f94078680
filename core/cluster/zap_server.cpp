#include "core/cluster/zap_server.h"

#include <array>
#include <csignal>
#include <vector>
#include <zmq_addon.hpp>

namespace gevo {

namespace {

/// Version, request, domain, address, identity, mechanism, and the key for CURVE.
enum Part : std::size_t { Version, Request, Mechanism = 5, Key = 6, Count = 7 };

bool isAllowed(const std::vector<zmq::message_t>& request, const std::string& key) {
  if (request.size() != Count || request[Mechanism].to_string_view() != "CURVE") return false;
  std::array<std::uint8_t, 32> allowed{};
  return ::zmq_z85_decode(allowed.data(), key.c_str()) != nullptr &&
         request[Key].to_string_view() == std::string_view(reinterpret_cast<const char*>(allowed.data()), allowed.size());
}

void answer(zmq::socket_t& socket, const std::string& key) {
  std::vector<zmq::message_t> request;
  if (!zmq::recv_multipart(socket, std::back_inserter(request))) return;
  const std::string id = request.size() > Request ? request[Request].to_string() : std::string();
  const bool allowed = isAllowed(request, key);
  zmq::send_multipart(socket, std::array{zmq::message_t(std::string("1.0")), zmq::message_t(id),
                                         zmq::message_t(std::string(allowed ? "200" : "400")), zmq::message_t(),
                                         zmq::message_t(std::string("host")), zmq::message_t()});
}

void serve(zmq::socket_t socket, const std::string& key) {
  try {
    while (true) answer(socket, key);
  } catch (const zmq::error_t&) { // the context was shut down
  }
}

} // namespace

ZapServer::ZapServer(zmq::context_t& context, const std::string& key) {
  zmq::socket_t socket(context, zmq::socket_type::rep);
  socket.set(zmq::sockopt::linger, 0);
  socket.bind("inproc://zeromq.zap.01");
  // A signal within an answer would end it halfway, so other threads get them.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::jthread([socket = std::move(socket), key]() mutable { serve(std::move(socket), key); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

} // namespace gevo
