#include "core/worker_pool/spawner.h"

#include "core/base/descriptor.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gevo {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool limitsMemory = false;
#else
constexpr bool limitsMemory = true;
#endif

struct ChildEnds {
  int channel;
  int errors;
  int report; ///< errno of what failed before the program ran; closed by a successful exec
  pid_t parent;
};

[[noreturn]] void reportAndEnd(int report) {
  const int number = errno;
  // A failure can't be reported; the parent sees the exit code.
  [[maybe_unused]] const ssize_t written = ::write(report, &number, sizeof number);
  ::_exit(127);
}

/// The whole life of the child before the program runs. Between fork and exec only async-signal-safe calls are allowed.
[[noreturn]] void becomeProgram(char* const* arguments, const ChildEnds& ends, const ChildCommand& command) {
  ::prctl(PR_SET_PDEATHSIG, command.cleansUp ? SIGTERM : SIGKILL);
  if (::getppid() != ends.parent) ::_exit(127); // the parent died before the line above
  ::setpgid(0, 0);                              // a Ctrl-C in the terminal is for the parent, which stops its workers itself

  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);

  const rlimit noCore{0, 0};
  ::setrlimit(RLIMIT_CORE, &noCore);
  if (limitsMemory && command.memoryBytes != 0) {
    const rlimit memory{command.memoryBytes, command.memoryBytes};
    ::setrlimit(RLIMIT_DATA, &memory);
  }

  if (::dup2(ends.channel, STDIN_FILENO) < 0 || ::dup2(ends.channel, STDOUT_FILENO) < 0 || ::dup2(ends.errors, STDERR_FILENO) < 0)
    reportAndEnd(ends.report);
  // Files that other code of this process opened without O_CLOEXEC do not leak into workers.
  ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  ::execv(arguments[0], arguments);
  reportAndEnd(ends.report);
}

struct Pipes {
  Descriptor channel[2];
  Descriptor errors[2];
  Descriptor report[2];
};

Result<void> openPair(Descriptor (&pair)[2], bool isSocket) {
  int ends[2];
  const int failed = isSocket ? ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) : ::pipe2(ends, O_CLOEXEC);
  if (failed != 0) return fail("cannot open a pipe to a worker: {}", std::strerror(errno));
  pair[0] = Descriptor(ends[0]);
  pair[1] = Descriptor(ends[1]);
  // dup2 onto 0..2 in the child would close one of these if this process runs without standard streams.
  for (Descriptor& end : pair) {
    if (end.get() > STDERR_FILENO) continue;
    end = Descriptor(::fcntl(end.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (end.get() < 0) return fail("cannot open a pipe to a worker: {}", std::strerror(errno));
  }
  return {};
}

void setNonBlocking(int descriptor) { ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK); }

/// Waits until the child runs its program (0) or reports the errno of what failed.
int execError(int report) {
  int number = 0;
  ssize_t count = 0;
  do count = ::read(report, &number, sizeof number);
  while (count < 0 && errno == EINTR);
  return count == static_cast<ssize_t>(sizeof number) ? number : 0;
}

Result<ChildProcess> fork(const ChildCommand& command) {
  Pipes pipes;
  Result<void> opened = openPair(pipes.channel, true);
  if (opened) opened = openPair(pipes.errors, false);
  if (opened) opened = openPair(pipes.report, false);
  GEVO_TRY(opened);

  std::vector<char*> arguments;
  for (const std::string& argument : command.arguments) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);

  const ChildEnds ends{pipes.channel[1].get(), pipes.errors[1].get(), pipes.report[1].get(), ::getpid()};
  const pid_t id = ::fork();
  if (id < 0) return fail("cannot start {}: {}", command.arguments[0], std::strerror(errno));
  if (id == 0) becomeProgram(arguments.data(), ends, command);

  pipes.report[1].reset();
  if (const int number = execError(pipes.report[0].get()); number != 0) {
    ::waitpid(id, nullptr, 0);
    return fail("cannot start {}: {}", command.arguments[0], std::strerror(number));
  }
  setNonBlocking(pipes.channel[0].get());
  setNonBlocking(pipes.errors[0].get());
  return ChildProcess{id, pipes.channel[0].release(), pipes.errors[0].release()};
}

} // namespace

Spawner::Spawner() : queue_([](Request& request, const std::stop_token&) { request.reply.set_value(fork(*request.command)); }) {}

Result<ChildProcess> Spawner::start(const ChildCommand& command) {
  std::promise<Result<ChildProcess>> reply;
  std::future<Result<ChildProcess>> started = reply.get_future();
  queue_.push({&command, std::move(reply)});
  return started.get();
}

} // namespace gevo
