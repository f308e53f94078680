#include "core/kernel/sandbox/system_calls.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <linux/seccomp.h>
#include <memory>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace gevo::sandbox {

namespace {

using Filter = std::unique_ptr<void, void (*)(scmp_filter_ctx)>;

/// Calls on the process's own descriptors, memory, clock and itself.
constexpr int allowed[] = {
    SCMP_SYS(read),          SCMP_SYS(readv),  SCMP_SYS(write),        SCMP_SYS(writev),          SCMP_SYS(close),
    SCMP_SYS(brk),           SCMP_SYS(munmap), SCMP_SYS(mremap),       SCMP_SYS(madvise),         SCMP_SYS(futex),
    SCMP_SYS(clock_gettime), SCMP_SYS(time),   SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday),    SCMP_SYS(getrandom),
    SCMP_SYS(sched_yield),   SCMP_SYS(getpid), SCMP_SYS(gettid),       SCMP_SYS(rt_sigprocmask),  SCMP_SYS(rt_sigreturn),
    SCMP_SYS(getrusage),     SCMP_SYS(exit),   SCMP_SYS(exit_group),   SCMP_SYS(restart_syscall),
};

/// Harmless queries that a library may make at any time (terminals, file sizes, number of cores); they fail with EPERM.
constexpr int failing[] = {
    SCMP_SYS(fstat),    SCMP_SYS(newfstatat),  SCMP_SYS(statx),   SCMP_SYS(lseek),  SCMP_SYS(ioctl),
    SCMP_SYS(readlink), SCMP_SYS(fcntl),       SCMP_SYS(sysinfo), SCMP_SYS(uname),  SCMP_SYS(sched_getaffinity),
    SCMP_SYS(prctl),    SCMP_SYS(sigaltstack), SCMP_SYS(getcwd),  SCMP_SYS(access),
};

class Rules {
public:
  explicit Rules(scmp_filter_ctx filter) : filter_(filter) {}
  template <class... Conditions> void add(std::uint32_t action, int call, Conditions... conditions) {
    const int failure = seccomp_rule_add(filter_, action, call, sizeof...(conditions), conditions...);
    if (failure != 0 && failure_ == 0) failure_ = failure;
  }
  int failure() const { return failure_; }

private:
  scmp_filter_ctx filter_;
  int failure_ = 0;
};

Filter newFilter(std::uint32_t otherwise) { return {seccomp_init(otherwise), seccomp_release}; }

Result<void> load(const Filter& filter, int failure) {
  if (failure == 0) failure = seccomp_load(filter.get());
  if (failure == 0) return {};
  return fail("the kernel rejects the filter of system calls ({}), so only resource limits protect against this worker",
              std::strerror(-failure));
}

} // namespace

bool kernelFilters() {
  const std::uint32_t action = SECCOMP_RET_KILL_PROCESS;
  return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

Result<void> filterNetwork() {
  const Filter filter = newFilter(SCMP_ACT_ALLOW);
  if (!filter) return load(filter, -ENOMEM);
  // Programs of other instruction sets of this processor run as they are.
  seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ALLOW);
  Rules rules(filter.get());
  for (const int family : {AF_INET, AF_INET6})
    rules.add(SCMP_ACT_ERRNO(EACCES), SCMP_SYS(socket), SCMP_A0(SCMP_CMP_EQ, scmp_datum_t(family)));
  return load(filter, rules.failure());
}

Result<void> filterSystemCalls(bool failOpening) {
  const Filter filter = newFilter(SCMP_ACT_KILL_PROCESS);
  if (!filter) return load(filter, -ENOMEM);
  seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_TSYNC, 1); // threads that a library may have started are bound as well
  seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);
  Rules rules(filter.get());
  for (const int call : allowed) rules.add(SCMP_ACT_ALLOW, call);
  for (const int call : failing) rules.add(SCMP_ACT_ERRNO(EPERM), call);
  if (failOpening)
    for (const int call : {SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(sched_get_priority_min), SCMP_SYS(sched_get_priority_max)})
      rules.add(SCMP_ACT_ERRNO(EPERM), call);
  // Memory of the process's own, never a file's, and never executable.
  rules.add(SCMP_ACT_ALLOW, SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
            SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS));
  rules.add(SCMP_ACT_ALLOW, SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  // LLVM's crash recovery installs handlers around the back end; only SIGXCPU must not be handled.
  rules.add(SCMP_ACT_ALLOW, SCMP_SYS(rt_sigaction), SCMP_A0(SCMP_CMP_NE, SIGXCPU));
  // abort() signals the thread it runs on.
  rules.add(SCMP_ACT_ALLOW, SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, scmp_datum_t(::getpid())));
  return load(filter, rules.failure());
}

} // namespace gevo::sandbox
