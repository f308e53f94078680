#include "core/kernel/process/fork_server.h"

#include "core/kernel/process/child_process.h"
#include "core/kernel/process/fork_channel.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// Of a start or a fork, which take a small part of it.
const WorkLimit& answerLimit() {
  static const WorkLimit limit{std::chrono::seconds(10), std::chrono::seconds(10)};
  return limit;
}

constexpr std::chrono::hours unlimited{24 * 365};

void endProcess(pid_t process) {
  kill(-process, SIGKILL);
  while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

} // namespace

Result<ForkServer> ForkServer::start(const Command& command) {
  const std::string& name = command.arguments.front();
  if (commandsAreStopped()) return fail("{} was not started because the work was cancelled", name);
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return fail("no socket: {}", std::strerror(errno));
  Descriptor own(ends[0]);
  Descriptor servers(ends[1]);
  Command started = command;
  started.environment.push_back(fmt::format("{}={} {}", forkServerVariable, servers.get(), getpid()));
  started.limit = WorkLimit(unlimited);
  started.inherited = servers.get();
  const auto process = startProcess(started, "/dev/null", "/dev/null");
  if (!process) return fail("{} can't be started: {}", name, std::strerror(process.error()));
  ForkServer server(*process, std::move(own));
  servers.reset(); // the end of the server shall be seen here
  GEVO_TRY_ASSIGN(const pid_t served, server.awaitReply());
  if (served != *process) return fail("{} is started by another program", name);
  return server;
}

ForkServer::ForkServer(ForkServer&& other) noexcept : process_(std::exchange(other.process_, -1)), channel_(std::move(other.channel_)) {}

ForkServer::~ForkServer() {
  if (process_ > 0) endProcess(process_);
}

Result<pid_t> ForkServer::awaitReply() {
  WorkWatch watch(process_, answerLimit());
  pollfd readable{channel_.get(), POLLIN, 0};
  for (;;) {
    const int ready = poll(&readable, 1, static_cast<int>(watch.interval().count()));
    if (ready > 0) break;
    if (ready < 0 && errno != EINTR) return fail("poll: {}", std::strerror(errno));
    if (watch.check() != WorkState::Working || commandsAreStopped()) return fail("no answer of the fork server");
  }
  ForkReply reply;
  if (!receiveReply(channel_.get(), reply)) return fail("the fork server ended");
  if (reply.failure == 0) return reply.process;
  if (reply.process != process_ && reply.process > 0) endProcess(reply.process);
  return fail("the program can't be forked: {}", std::strerror(reply.failure));
}

Result<Finished> ForkServer::run(const WorkLimit& limit, int inherited, const fs::path& scratch) {
  if (commandsAreStopped()) return fail("the work was cancelled");
  constexpr int writing = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  const Descriptor input(open("/dev/null", O_RDONLY | O_CLOEXEC));
  const Descriptor output(open((scratch / outputName).c_str(), writing, 0600));
  const Descriptor errors(open((scratch / errorsName).c_str(), writing, 0600));
  if (!input.isOpen() || !output.isOpen() || !errors.isOpen()) return fail("{}: {}", scratch.string(), std::strerror(errno));
  const std::array<int, mostPassed> passed{input.get(), output.get(), errors.get(), inherited};
  const ForkRequest request{static_cast<std::uint64_t>(kernelsLimit(limit).count()), inherited};
  if (!sendRequest(channel_.get(), request, std::span(passed).first(inherited < 0 ? mostPassed - 1 : mostPassed)))
    return fail("the fork server ended");
  GEVO_TRY_ASSIGN(const pid_t process, awaitReply());
  return attendProcess(process, limit, scratch);
}

} // namespace gevo::program
