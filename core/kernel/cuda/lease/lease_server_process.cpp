#include "core/kernel/cuda/lease/lease_server_process.h"

#include "core/base/wire.h"
#include "core/protocol/error_reply.h"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <thread>

namespace gevo::cuda {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int startsTried = 3;
/// For all starts together: the driver makes contexts one at a time for the whole machine, some tenths of a second each.
constexpr std::chrono::seconds opening{90};
/// A program that is gone may have left a running launch.
constexpr std::chrono::seconds ending{10};

/// False: nothing came in time.
bool waitToRead(int descriptor, Clock::time_point until) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return false;
    pollfd one{descriptor, POLLIN, 0};
    const int ready = ::poll(&one, 1, static_cast<int>(left));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

} // namespace

Result<std::unique_ptr<LeaseServerProcess>> LeaseServerProcess::start(std::vector<std::string> command) {
  std::unique_ptr<LeaseServerProcess> server(new LeaseServerProcess(std::move(command)));
  GEVO_TRY(server->makeReady(1));
  return server;
}

Result<void> LeaseServerProcess::begin() {
  GEVO_TRY_ASSIGN(const ChildProcess child, spawner_.start({.arguments = command_}));
  process_.emplace(child);
  greeted_ = false;
  return {};
}

Result<void> LeaseServerProcess::awaitGreeting(Clock::time_point until) {
  while (!process_->ended() && waitToRead(process_->channel(), until)) {
    process_->read();
    const std::optional<Frame> frame = process_->receive();
    if (!frame) continue;
    if (frame->kind != static_cast<std::uint32_t>(ReplyKind::Result)) {
      const Result<ErrorReply> error = wire::decode<ErrorReply>(frame->payload, "greeting of a GPU");
      return std::unexpected(error ? Error{error->message, error->details} : error.error());
    }
    GEVO_TRY_ASSIGN(Greeting greeting, wire::decode<Greeting>(frame->payload, "greeting of a GPU"));
    greeting_ = std::move(greeting);
    greeted_ = true;
    return {};
  }
  process_->readErrors();
  const std::string output = process_->stderrTail();
  const Ending ended = process_->reap();
  return std::unexpected(
      Error{fmt::format("the process that leases the GPU did not get ready and {}; see gevo doctor", ended.message), output});
}

/// Starts more than once, since the GPU's memory may be short for a moment.
Result<void> LeaseServerProcess::makeReady(int starts) {
  const auto until = Clock::now() + opening;
  Result<void> ready;
  for (int i = 0; i < starts && Clock::now() < until; ++i) {
    if (i > 0) std::this_thread::sleep_for(std::chrono::seconds(i));
    ready = process_ ? Result<void>() : begin();
    if (ready && !greeted_) ready = awaitGreeting(until);
    if (ready) return ready;
    end();
  }
  return ready;
}

Result<LeaseServerProcess::ActiveLease> LeaseServerProcess::lease(std::chrono::microseconds launchLimit) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return fail("no socket can be made for a program: {}", std::strerror(errno));
  Descriptor program(ends[0]);
  const Descriptor server(ends[1]);
  // A process that died since the last lease is replaced.
  Result<void> sent;
  for (int i = 0; i < 2; ++i) {
    GEVO_TRY(makeReady(startsTried));
    sent = sendLease(process_->channel(), {static_cast<std::uint64_t>(launchLimit.count())}, server.get(), lock_.get());
    if (sent) return ActiveLease(*this, std::move(program));
    end();
  }
  return std::unexpected(sent.error());
}

LeaseServerProcess::ActiveLease::~ActiveLease() {
  if (server_ == nullptr) return;
  // Also for other processes that have the socket open.
  ::shutdown(program_.get(), SHUT_RDWR);
  const Return returned = server_->awaitReturn();
  server_->wasKilled_ = false;
  if (returned == Return::Came && !server_->once_) return;
  const Ending ended = server_->end();
  server_->wasKilled_ = returned == Return::Ended && ended.killed;
  (void)server_->begin(); // opens its context in the background; errors are reported at the next lease
}

LeaseServerProcess::Return LeaseServerProcess::awaitReturn() {
  char done = 0;
  if (!waitToRead(process_->channel(), Clock::now() + ending)) return Return::Late;
  return ::recv(process_->channel(), &done, 1, 0) == 1 ? Return::Came : Return::Ended;
}

Ending LeaseServerProcess::end() {
  if (!process_) return {};
  Ending ended = process_->reap(); // which frees what it had on the GPU
  process_.reset();
  greeted_ = false;
  if (lock_.isOpen()) ::flock(lock_.get(), LOCK_UN);
  return ended;
}

} // namespace gevo::cuda
