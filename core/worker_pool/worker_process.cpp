#include "core/worker_pool/worker_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

namespace gevo {

namespace {

constexpr std::size_t errorsAtMost = 64U << 10;
constexpr std::size_t stderrKept = 2048;

bool wouldWait(int number) { return number == EAGAIN || number == EWOULDBLOCK || number == EINTR; }

Ending describe(int status, bool damaged) {
  if (damaged) return {"sent a damaged reply"};
  if (!WIFSIGNALED(status)) return {fmt::format("ended with exit code {}", WEXITSTATUS(status))};
  const int signal = WTERMSIG(status);
  const char* name = ::sigdescr_np(signal);
  const std::string killed = fmt::format("was killed by signal {} ({})", signal, name != nullptr ? name : "unknown");
  if (signal == SIGXCPU) return {"used more processor time than its job may take, and " + killed, true};
  if (signal == SIGSYS) return {"made a system call that its sandbox forbids, and " + killed};
  return {killed, false, signal == SIGKILL};
}

} // namespace

WorkerProcess::WorkerProcess(const ChildProcess& child) : id_(child.id), channel_(Descriptor(child.channel)), errors_(child.errors) {}

WorkerProcess::~WorkerProcess() {
  if (id_ > 0) reap();
}

void WorkerProcess::readErrors() {
  char text[1024];
  for (std::size_t taken = 0; errors_.isOpen() && taken < errorsAtMost; taken += sizeof text) {
    const ssize_t count = ::read(errors_.get(), text, sizeof text);
    if (count < 0 && wouldWait(errno)) return;
    if (count <= 0) {
      errors_.reset();
      return;
    }
    stderrText_.append(text, static_cast<std::size_t>(count));
    if (stderrText_.size() > stderrKept) stderrText_.erase(0, stderrText_.size() - stderrKept);
  }
}

std::string WorkerProcess::stderrTail() const {
  const std::size_t end = stderrText_.find_last_not_of(" \n\r\t") + 1; // 0 when there is nothing else
  return stderrText_.substr(0, end);
}

void WorkerProcess::close() { ::shutdown(channel_.descriptor(), SHUT_WR); }

void WorkerProcess::terminate() {
  if (id_ > 0) ::kill(id_, SIGTERM);
}

void WorkerProcess::kill() {
  if (id_ > 0) ::kill(-id_, SIGKILL);
}

void WorkerProcess::yield() {
  // About ten to one in favour of interactive programs; the whole machine while nothing else runs. A failure is harmless.
  constexpr int step = 10;
  if (id_ > 0) ::setpriority(PRIO_PGRP, static_cast<id_t>(id_), ::getpriority(PRIO_PROCESS, 0) + step);
}

void WorkerProcess::allowProcessorTime(std::chrono::milliseconds time) {
  clockid_t clock = 0;
  timespec used{};
  // A process that is gone needs no limit.
  if (id_ <= 0 || ::clock_getcpuclockid(id_, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return;
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(time).count() + used.tv_sec + 1;
  const rlimit limit{static_cast<rlim_t>(seconds), RLIM_INFINITY};
  ::prlimit(id_, RLIMIT_CPU, &limit, nullptr);
}

Ending WorkerProcess::reap() {
  if (id_ <= 0) return {"ended before"};
  // A process that is already dying keeps its own status; one that only closed its connection might never end by itself.
  kill();
  readErrors();
  int status = 0;
  while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  id_ = -1;
  channel_.end();
  return describe(status, channel_.damaged());
}

} // namespace gevo
