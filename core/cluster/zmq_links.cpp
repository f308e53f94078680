#include "core/cluster/zmq_links.h"

#include "core/cluster/zap_server.h"
#include "core/protocol/frames.h"

#include <span>
#include <zmq.hpp>

namespace gevo {

namespace {

constexpr const char* inProcess = "inproc://head";
constexpr int heartbeatMilliseconds = 2000;
constexpr int silenceMilliseconds = 8000; ///< after which a machine that sends no heartbeat is gone
constexpr int lingerMilliseconds = 1000;
/// Replies to evaluations are small. What the head sends may be a whole project.
constexpr std::int64_t largestForHead = 64LL << 20;

void setUp(zmq::socket_t& socket) {
  socket.set(zmq::sockopt::linger, lingerMilliseconds);
  socket.set(zmq::sockopt::ipv6, true);
  // What is on its way is limited by the jobs that a host gets.
  socket.set(zmq::sockopt::sndhwm, 0);
  socket.set(zmq::sockopt::rcvhwm, 0);
  socket.set(zmq::sockopt::heartbeat_ivl, heartbeatMilliseconds);
  socket.set(zmq::sockopt::heartbeat_timeout, silenceMilliseconds);
  socket.set(zmq::sockopt::heartbeat_ttl, silenceMilliseconds);
}

/// The bytes are shared with the message, which may go to many hosts.
zmq::message_t share(std::shared_ptr<const Bytes> bytes) {
  auto* owner = new std::shared_ptr<const Bytes>(std::move(bytes));
  const auto release = [](void*, void* hint) { delete static_cast<std::shared_ptr<const Bytes>*>(hint); };
  return {const_cast<std::uint8_t*>((*owner)->data()), (*owner)->size(), release, owner};
}

/// Kind, body and content.
void append(std::vector<zmq::message_t>& parts, Message message) {
  parts.emplace_back(&message.kind, sizeof message.kind);
  parts.push_back(share(std::make_shared<const Bytes>(std::move(message.body))));
  if (message.content) parts.push_back(share(std::move(message.content)));
}

Bytes bytesOf(const zmq::message_t& part) { return {part.data<std::uint8_t>(), part.data<std::uint8_t>() + part.size()}; }

/// Nothing, if this is not a message.
std::optional<Message> messageFrom(const zmq::message_t* parts, std::size_t count) {
  if (count < 2 || count > 3 || parts[0].size() != sizeof(MessageKind)) return std::nullopt;
  const auto kind = *parts[0].data<std::uint8_t>();
  if (kind >= enumerators(MessageKind())) return std::nullopt;
  Message message{MessageKind(kind), bytesOf(parts[1]), {}};
  if (count == 3) message.content = std::make_shared<const Bytes>(bytesOf(parts[2]));
  return message;
}

std::size_t sizeOf(const std::vector<zmq::message_t>& parts) {
  std::size_t size = 0;
  for (const zmq::message_t& part : parts) size += part.size();
  return size;
}

/// A signal may end any call (EINTR), and then it has done nothing.
template <class Call> auto repeated(Call call) {
  while (true) {
    try {
      return call();
    } catch (const zmq::error_t& error) {
      if (error.num() != EINTR) throw;
    }
  }
}

/// The parts of the next message; none when nothing has arrived.
std::vector<zmq::message_t> receiveParts(zmq::socket_t& socket) {
  std::vector<zmq::message_t> parts;
  do {
    zmq::message_t part;
    if (!repeated([&] { return socket.recv(part, zmq::recv_flags::dontwait); })) break; // parts of a message arrive together
    parts.push_back(std::move(part));
  } while (parts.back().more());
  return parts;
}

void sendParts(zmq::socket_t& socket, std::vector<zmq::message_t>& parts) {
  for (zmq::message_t& part : parts) {
    const bool isLast = &part == &parts.back();
    const zmq::send_flags flags = isLast ? zmq::send_flags::dontwait : zmq::send_flags::dontwait | zmq::send_flags::sndmore;
    if (!repeated([&] { return socket.send(part, flags); })) throw zmq::error_t(); // only the first can fail
  }
}

/// A signal ends the wait.
void pollAll(std::span<zmq::pollitem_t> items, std::chrono::milliseconds atMost) {
  if (::zmq_poll(items.data(), static_cast<int>(items.size()), static_cast<long>(atMost.count())) < 0 && ::zmq_errno() != EINTR)
    throw zmq::error_t();
}

/// A host's socket, and what becomes of its connection.
class ZmqHost : public HostLink {
public:
  explicit ZmqHost(zmq::context_t& context) : socket_(context, zmq::socket_type::dealer) { setUp(socket_); }
  explicit ZmqHost(std::unique_ptr<zmq::context_t> context) : ZmqHost(*context) { context_ = std::move(context); }
  ~ZmqHost() override {
    socket_.close();
    monitor_.close();
  }

  void connectHere() {
    socket_.connect(inProcess);
    state_ = LinkState::Connected;
    connections_ = 1;
  }

  void connect(const ClusterAccess& access, const std::string& endpoint) {
    socket_.set(zmq::sockopt::curve_serverkey, access.headKey);
    socket_.set(zmq::sockopt::curve_publickey, access.hosts.open);
    socket_.set(zmq::sockopt::curve_secretkey, access.hosts.secret);
    socket_.set(zmq::sockopt::maxmsgsize, std::int64_t(largestFrameBytes));
    constexpr const char* events = "inproc://events";
    constexpr int wanted = ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH;
    if (::zmq_socket_monitor(socket_.handle(), events, wanted) != 0) throw zmq::error_t();
    monitor_ = zmq::socket_t(*context_, zmq::socket_type::pair);
    monitor_.connect(events);
    socket_.connect(endpoint);
  }

  void send(Message message) override {
    std::vector<zmq::message_t> parts;
    append(parts, std::move(message));
    sendParts(socket_, parts); // queued without a limit
  }

  std::optional<Message> receive() override {
    while (true) {
      const std::vector<zmq::message_t> parts = receiveParts(socket_);
      if (parts.empty()) return std::nullopt;
      if (std::optional<Message> message = messageFrom(parts.data(), parts.size())) return message;
    }
  }

  void wait(std::chrono::milliseconds atMost) override {
    zmq::pollitem_t items[] = {{socket_.handle(), 0, ZMQ_POLLIN, 0}, {monitor_.handle(), 0, ZMQ_POLLIN, 0}};
    pollAll(std::span(items).first(monitor_ ? 2 : 1), atMost);
  }

  int descriptor() const override { return socket_.get(zmq::sockopt::fd); }

  LinkState state() override {
    readEvents();
    return state_;
  }

  unsigned connections() override {
    readEvents();
    return connections_;
  }

private:
  void readEvents() {
    while (monitor_) {
      const std::vector<zmq::message_t> parts = receiveParts(monitor_);
      if (parts.empty()) return;
      std::uint16_t event = 0;
      if (parts.front().size() < sizeof event) continue;
      std::memcpy(&event, parts.front().data(), sizeof event);
      if (event == ZMQ_EVENT_HANDSHAKE_SUCCEEDED) {
        state_ = LinkState::Connected;
        ++connections_;
      } else if (event == ZMQ_EVENT_HANDSHAKE_FAILED_AUTH) {
        state_ = LinkState::Refused;
      } else if (state_ == LinkState::Connected) {
        state_ = LinkState::Connecting;
      }
    }
  }

  std::unique_ptr<zmq::context_t> context_; ///< null: another's
  zmq::socket_t socket_;
  zmq::socket_t monitor_; ///< none within a process, where connections do not end
  LinkState state_ = LinkState::Connecting;
  unsigned connections_ = 0;
};

} // namespace

struct ZmqHead::State {
  zmq::context_t context;
  std::optional<ZapServer> zap;
  zmq::socket_t socket;
  ClusterAccess access;
  std::uint64_t bytes = 0;
};

Result<std::unique_ptr<ZmqHead>> ZmqHead::listen(const std::string& address, std::uint16_t port) {
  try {
    auto state = std::make_unique<State>();
    const CurveKeys keys = CurveKeys::make();
    state->access = {ownAddresses(), 0, keys.open, CurveKeys::make()};
    state->zap.emplace(state->context, state->access.hosts.open);
    state->socket = zmq::socket_t(state->context, zmq::socket_type::router);
    zmq::socket_t& socket = state->socket;
    setUp(socket);
    socket.set(zmq::sockopt::router_mandatory, true); // a message to a host that is gone is an error
    socket.set(zmq::sockopt::maxmsgsize, largestForHead);
    socket.set(zmq::sockopt::zap_domain, "gevo");
    socket.set(zmq::sockopt::curve_server, true);
    socket.set(zmq::sockopt::curve_secretkey, keys.secret);
    socket.bind(inProcess);
    socket.bind(fmt::format("tcp://{}:{}", address, port == 0 ? "*" : std::to_string(port)));
    const std::string endpoint = socket.get(zmq::sockopt::last_endpoint);
    state->access.port = static_cast<std::uint16_t>(std::stoul(endpoint.substr(endpoint.rfind(':') + 1)));
    if (address != "*") state->access.addresses = {address};
    return std::unique_ptr<ZmqHead>(new ZmqHead(std::move(state)));
  } catch (const zmq::error_t& error) {
    return fail("cannot listen on {}:{} for other hosts: {}", address, port, error.what());
  }
}

ZmqHead::ZmqHead(std::unique_ptr<State> state) : state_(std::move(state)) {}

ZmqHead::~ZmqHead() {
  state_->socket.close();
  state_->context.shutdown();
}

const ClusterAccess& ZmqHead::access() const { return state_->access; }
std::uint64_t ZmqHead::bytes() const { return state_->bytes; }

std::unique_ptr<HostLink> ZmqHead::connectHere() {
  auto host = std::make_unique<ZmqHost>(state_->context);
  host->connectHere();
  return host;
}

bool ZmqHead::send(const HostId& host, Message message) {
  std::vector<zmq::message_t> parts;
  parts.emplace_back(host.data(), host.size());
  append(parts, std::move(message));
  const std::size_t size = sizeOf(parts);
  try {
    sendParts(state_->socket, parts);
  } catch (const zmq::error_t&) {
    return false;
  }
  state_->bytes += size;
  return true;
}

std::optional<std::pair<HostId, Message>> ZmqHead::receive() {
  while (true) {
    const std::vector<zmq::message_t> parts = receiveParts(state_->socket);
    if (parts.empty()) return std::nullopt;
    state_->bytes += sizeOf(parts);
    if (std::optional<Message> message = messageFrom(parts.data() + 1, parts.size() - 1))
      return std::pair{parts.front().to_string(), std::move(*message)};
  }
}

bool ZmqHead::wait(std::chrono::milliseconds atMost, int descriptor) {
  zmq::pollitem_t items[] = {{state_->socket.handle(), 0, ZMQ_POLLIN, 0}, {nullptr, descriptor, ZMQ_POLLIN, 0}};
  pollAll(std::span(items).first(descriptor < 0 ? 1 : 2), atMost);
  return items[1].revents != 0;
}

Result<std::unique_ptr<HostLink>> connectToHead(const ClusterAccess& access) {
  GEVO_TRY_ASSIGN(const std::string endpoint, findEndpoint(access));
  try {
    auto host = std::make_unique<ZmqHost>(std::make_unique<zmq::context_t>());
    host->connect(access, endpoint);
    return host;
  } catch (const zmq::error_t& error) {
    return fail("cannot connect to {}: {}", endpoint, error.what());
  }
}

} // namespace gevo
