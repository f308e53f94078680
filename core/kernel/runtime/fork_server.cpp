// The program's side of a fork server (core/kernel/process/fork_server.h): before main, and before the program's own static objects are
// made, the process stops and forks a child for each request. The child goes on as if it had just been started.

#include "core/kernel/runtime/fork_server.h"

#include "core/kernel/process/fork_channel.h"
#include "core/kernel/runtime/library_code.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <linux/sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace program = gevo::program;

namespace {

bool forked = false;

bool isMessageSocket(int descriptor) {
  int type = 0;
  socklen_t size = sizeof type;
  return ::getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_SEQPACKET;
}

/// A fork would lose the others.
bool hasOneThread() {
  struct stat threads {};
  return ::stat("/proc/self/task", &threads) == 0 && threads.st_nlink == 3; // a folder's own two, and one for each thread
}

/// What fork() of the C library tells the kernel about its one thread.
struct ThreadAddresses {
  int* id = nullptr; ///< where the C library keeps the thread's number
  void* robustList = nullptr;
  std::size_t robustListSize = 0;

  bool find() {
    return ::prctl(PR_GET_TID_ADDRESS, &id, 0, 0, 0) == 0 && id != nullptr && *id == ::getpid() &&
           ::syscall(SYS_get_robust_list, 0, &robustList, &robustListSize) == 0;
  }
};

/// Not fork(): the child belongs to the server's parent, which alone is told how it ended.
pid_t forkSibling(const ThreadAddresses& thread) {
  constexpr unsigned long flags = CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD;
  // Processors differ in which of the last two is the address of the number; the other is not looked at.
  const auto process = static_cast<pid_t>(::syscall(SYS_clone, flags, nullptr, nullptr, thread.id, thread.id));
  if (process == 0) ::syscall(SYS_set_robust_list, thread.robustList, thread.robustListSize);
  return process;
}

bool moveTo(int from, int to) { return from == to || (::dup2(from, to) == to && ::close(from) == 0); }

/// In the child: makes it what the parent would have started. 0, or errno.
int becomeProgram(const program::ForkRequest& request, const program::PassedDescriptors& passed, const char* folder, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127); // it died before the line above
  if (::setsid() < 0) return errno;        // not a group alone, which its leader could leave for one of GEVO's
  for (int standard = 0; standard < 3; ++standard)
    if (!moveTo(passed.descriptors[static_cast<std::size_t>(standard)], standard)) return errno;
  if (request.inherited >= 0 && !moveTo(passed.descriptors[3], request.inherited)) return errno;
  if (::chdir(folder) != 0) return errno;
  rlimit processorTime{};
  if (::getrlimit(RLIMIT_CPU, &processorTime) != 0) return errno;
  processorTime.rlim_max = std::min<rlim_t>(processorTime.rlim_max, request.processorSeconds);
  processorTime.rlim_cur = processorTime.rlim_max;
  if (::setrlimit(RLIMIT_CPU, &processorTime) != 0) return errno;
  ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  return 0;
}

/// Returns in each child.
void serve(int channel, pid_t parent, const ThreadAddresses& thread, const char* folder) {
  for (;;) {
    program::ForkRequest request;
    program::PassedDescriptors passed;
    if (!program::receiveRequest(channel, request, passed) || passed.count != (request.inherited < 0 ? 3U : 4U)) ::_exit(0);
    const pid_t child = forkSibling(thread);
    if (child == 0) {
      // Before the other descriptors get their numbers, one of which may be the channel's.
      const int kept = ::fcntl(channel, F_DUPFD_CLOEXEC, 1 << 9);
      if (kept < 0) {
        program::sendReply(channel, errno);
        ::_exit(127);
      }
      ::close(channel);
      const int failure = becomeProgram(request, passed, folder, parent);
      // The parent must know it before the program can do anything, and nothing of the program may speak for the server.
      if (!program::sendReply(kept, failure) || failure != 0) ::_exit(127);
      ::close(kept);
      forked = true;
      return;
    }
    const int failure = errno;
    for (std::size_t i = 0; i < passed.count; ++i) ::close(passed.descriptors[i]);
    if (child < 0) program::sendReply(channel, failure);
  }
}

/// Where the loader, a wrapper or the program leave a choice, the plain start is the right one.
__attribute__((constructor)) void serveForks() {
  const char* const offer = std::getenv(program::forkServerVariable);
  int channel = -1;
  int parent = -1;
  if (offer == nullptr || std::sscanf(offer, "%d %d", &channel, &parent) != 2) return;
  ::unsetenv(program::forkServerVariable);
  if (!isMessageSocket(channel)) return;
  static std::array<char, PATH_MAX> folder;
  ThreadAddresses thread;
  const bool can = ::getppid() == parent && hasOneThread() && thread.find() && ::getcwd(folder.data(), folder.size()) != nullptr &&
                   !gevo::cuda::librariesRunCode();
  // No child may look into it or change it: it can't be traced from now on.
  if (can) ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  program::sendReply(channel, can ? 0 : ENOTSUP);
  if (!can) ::_exit(0);
  serve(channel, parent, thread, folder.data());
}

} // namespace

bool gevo::cuda::wasForked() { return forked; }
