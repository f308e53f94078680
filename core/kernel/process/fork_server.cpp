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
#include <unistd.h>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// Of a start or a fork, which take a small part of it.
const WorkLimit& answerLimit() {
  static const WorkLimit limit{std::chrono::seconds(10), std::chrono::seconds(10)};
  return limit;
}

constexpr std::chrono::hours unlimited{24 * 365};

/// With its group. Children of this process there are reaped: a fork that ended before it had a group of its own is in the server's.
void endProcess(pid_t process) {
  killWithGroup(process);
  while (waitpid(-process, nullptr, 0) > 0 || errno == EINTR) {
  }
}

bool isReadable(int descriptor, std::chrono::milliseconds timeout) {
  pollfd readable{descriptor, POLLIN, 0};
  return poll(&readable, 1, static_cast<int>(timeout.count())) > 0;
}

/// A program with a socket may say anything.
bool isChildWithOwnGroup(pid_t process) {
  siginfo_t ended{};
  return process > 1 && waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && getpgid(process) == process;
}

} // namespace

Result<std::optional<ForkServer>> ForkServer::start(const Command& command) {
  const std::string& name = command.arguments.front();
  if (commandsAreStopped()) return fail("{} was not started because the work was cancelled", name);
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return fail("no socket: {}", std::strerror(errno));
  Descriptor own(ends[0]);
  Descriptor servers(ends[1]);
  if (!askForSenders(own.get())) return fail("no names of senders: {}", std::strerror(errno));
  Command started = command;
  started.environment.push_back(fmt::format("{}={} {}", forkServerVariable, servers.get(), getpid()));
  started.limit = WorkLimit(unlimited);
  started.inherited = servers.get();
  const Descriptor nowhere(open("/dev/null", O_WRONLY | O_CLOEXEC));
  if (!nowhere.isOpen()) return fail("/dev/null: {}", std::strerror(errno));
  const auto process = startProcess(started, nowhere.get(), nowhere.get());
  if (!process) return fail("{} can't be started: {}", name, std::strerror(process.error()));
  ForkServer server(*process, std::move(own));
  servers.reset(); // the end of the server shall be seen here
  GEVO_TRY_ASSIGN(const std::optional<ForkReply> reply, server.awaitReply());
  if (!reply || reply->sender != *process || reply->failure == ENOTSUP) return std::nullopt;
  if (reply->failure != 0) return fail("{} can't serve: {}", name, std::strerror(reply->failure));
  return server;
}

ForkServer::ForkServer(ForkServer&& other) noexcept : process_(std::exchange(other.process_, -1)), channel_(std::move(other.channel_)) {}

ForkServer::~ForkServer() {
  if (process_ > 0) endProcess(process_);
}

Result<std::optional<ForkReply>> ForkServer::awaitReply() {
  WorkWatch watch(process_, answerLimit());
  while (!isReadable(channel_.get(), watch.interval())) {
    siginfo_t ended{};
    const bool waits = waitid(P_PGID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0;
    if (!waits && !isReadable(channel_.get(), std::chrono::milliseconds(0))) return std::nullopt;
    if (watch.check() != WorkState::Working || commandsAreStopped()) return fail("no answer of the fork server");
  }
  ForkReply reply;
  return receiveReply(channel_.get(), reply) ? std::optional(reply) : std::nullopt;
}

Result<Finished> ForkServer::run(const WorkLimit& limit, int inherited, const fs::path& scratch) {
  if (commandsAreStopped()) return fail("the work was cancelled");
  const Descriptor input(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!input.isOpen()) return fail("/dev/null: {}", std::strerror(errno));
  const auto printed = PrintedFiles::make(scratch);
  if (!printed) return fail("no files in {}: {}", scratch.string(), std::strerror(printed.error()));
  const std::array<int, mostPassed> passed{input.get(), printed->output(), printed->errors(), inherited};
  const ForkRequest request{static_cast<std::uint64_t>(kernelsLimit(limit).count()), inherited};
  if (!sendRequest(channel_.get(), request, std::span(passed).first(inherited < 0 ? mostPassed - 1 : mostPassed)))
    return fail("the fork server ended");
  GEVO_TRY_ASSIGN(const std::optional<ForkReply> reply, awaitReply());
  if (!reply) return fail("the fork server ended");
  const bool isFork = reply->sender != process_ && isChildWithOwnGroup(reply->sender);
  if (reply->failure != 0) {
    if (isFork) endProcess(reply->sender);
    return fail("the program can't be forked: {}", std::strerror(reply->failure));
  }
  if (!isFork) return fail("another process answers for the fork server");
  return attendProcess(reply->sender, limit, *printed);
}

} // namespace gevo::program
