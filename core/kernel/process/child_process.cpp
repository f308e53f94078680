#include "core/kernel/process/child_process.h"

#include "core/kernel/process/program_limits.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <mutex>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace gevo::program {

namespace {

constexpr auto pollInterval = std::chrono::milliseconds(2);

struct Running {
  std::mutex mutex;
  std::vector<pid_t> processes;
  bool stopped = false;
};
/// Never destroyed: see cleanUpAtTermination.
Running& running() {
  static auto* const all = new Running;
  return *all;
}

std::vector<char*> pointers(std::vector<std::string>& arguments) {
  std::vector<char*> result;
  for (std::string& argument : arguments) result.push_back(argument.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> mergedEnvironment(const std::vector<std::string>& changes) {
  std::vector<std::string> merged = changes;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view variable(*entry);
    const std::string_view name = variable.substr(0, variable.find('=') + 1);
    bool replaced = false;
    for (const std::string& change : changes) replaced = replaced || change.starts_with(name);
    if (!replaced) merged.emplace_back(variable);
  }
  return merged;
}

/// Polls, since a library should not install signal handlers or threads.
int waitFor(pid_t process, const WorkLimit& limit, Finished& finished) {
  {
    const std::lock_guard lock(running().mutex);
    running().processes.push_back(process);
  }
  WorkWatch watch(process, limit);
  // Not waited for yet, so that its time is still known.
  siginfo_t ended{};
  while (waitid(P_PID, id_t(process), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0) {
    if (!finished.timedOut()) finished.state = watch.check();
    if (finished.timedOut() || commandsAreStopped()) killWithGroup(process);
    std::this_thread::sleep_for(pollInterval);
  }
  finished.processorTime = watch.processorTime();
  {
    const std::lock_guard lock(running().mutex);
    std::erase(running().processes, process);
  }
  // Ends whatever the program left running in its group.
  killWithGroup(process);
  int status = SIGKILL; // stays, as the status of a killed process, where the kernel can't tell: that is no success
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// Prepared before the fork: after it only async-signal-safe calls are allowed.
struct Launch {
  std::vector<char*> arguments;
  std::vector<char*> environment;
  const char* folder;
  int output;
  int errors;
  pid_t parent;
  const sandbox::ProgramLimits* limits;
  std::chrono::seconds processorTime;
  int inherited;
};

/// Runs in the child until the program starts. Returns errno of what failed.
int becomeProgram(const Launch& launch) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != launch.parent) _exit(127); // the parent died before the line above
  setsid();                                   // not a group alone, which its leader could leave for one of GEVO's
  const std::array<std::pair<int, int>, 3> ends{
      {{open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO}, {launch.output, STDOUT_FILENO}, {launch.errors, STDERR_FILENO}}};
  for (const auto& [from, to] : ends)
    if (from < 0 || dup2(from, to) < 0) return errno;
  if (*launch.folder != '\0' && chdir(launch.folder) != 0) return errno;
  if (launch.inherited >= 0 && fcntl(launch.inherited, F_SETFD, 0) != 0) return errno;
  if (launch.limits != nullptr)
    if (const int failure = launch.limits->apply(launch.processorTime); failure != 0) return failure;
  execve(launch.arguments.front(), launch.arguments.data(), launch.environment.data());
  return errno;
}

/// The process, or errno of what kept it from running. Not vfork, since the child changes its folder.
std::expected<pid_t, int> start(const Launch& launch) {
  std::array<int, 2> report{};
  if (pipe2(report.data(), O_CLOEXEC) != 0) return std::unexpected(errno);
  const pid_t process = fork();
  if (process == 0) {
    const int failure = becomeProgram(launch);
    // If this fails, the parent still sees the exit code.
    [[maybe_unused]] const ssize_t written = write(report[1], &failure, sizeof failure);
    _exit(127);
  }
  const int forkFailure = errno;
  close(report[1]);
  int failure = 0;
  ssize_t count = 0;
  while (process > 0 && (count = read(report[0], &failure, sizeof failure)) < 0 && errno == EINTR) {
  }
  close(report[0]);
  if (process < 0) return std::unexpected(forkFailure);
  if (count != sizeof failure) return process;
  waitpid(process, nullptr, 0);
  return std::unexpected(failure);
}

} // namespace

bool commandsAreStopped() {
  const std::lock_guard lock(running().mutex);
  return running().stopped;
}

void killWithGroup(pid_t process) {
  if (process <= 1) return; // these would reach every process, or this one's group
  kill(-process, SIGKILL);
  kill(process, SIGKILL);
}

std::chrono::seconds kernelsLimit(const WorkLimit& limit) {
  return std::chrono::ceil<std::chrono::seconds>(limit.processorTime) + std::chrono::seconds(2);
}

std::expected<pid_t, int> startProcess(const Command& command, int output, int errors) {
  std::vector<std::string> arguments = command.arguments;
  std::vector<std::string> environment = mergedEnvironment(command.environment);
  return start({pointers(arguments), pointers(environment), command.folder.c_str(), output, errors, getpid(), command.limits,
                kernelsLimit(command.limit), command.inherited});
}

Finished attendProcess(pid_t process, const WorkLimit& limit, const PrintedFiles& printed) {
  Finished finished;
  const int status = waitFor(process, limit, finished);
  if (WIFSIGNALED(status))
    finished.signal = WTERMSIG(status);
  else
    finished.exitCode = WEXITSTATUS(status);
  finished.output = printed.outputText();
  finished.errors = printed.errorsText();
  return finished;
}

void stopCommands() {
  const std::lock_guard lock(running().mutex);
  running().stopped = true;
  for (const pid_t process : running().processes) killWithGroup(process);
}

} // namespace gevo::program
