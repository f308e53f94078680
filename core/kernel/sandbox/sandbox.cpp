#include "core/kernel/sandbox/sandbox.h"

#include "core/kernel/sandbox/system_calls.h"

#include <sys/prctl.h>
#include <sys/resource.h>

namespace gevo::sandbox {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool isInstrumented = true;
#else
constexpr bool isInstrumented = false;
#endif

void limit(__rlimit_resource resource, rlim_t value) {
  const rlimit both{value, value};
  ::setrlimit(resource, &both); // lowering a limit can't fail
}

} // namespace

void giveUpPrivileges() {
  if (isInstrumented) return;
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // A core limit of 0 does not stop core handlers that read from a pipe, and workers crash often.
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

Result<void> denyNetwork() {
  if (isInstrumented) return {};
  return filterNetwork();
}

Result<void> lockDown(Work work) {
  if (isInstrumented) return {};
  limit(RLIMIT_NOFILE, 0); // of new descriptors; those that are open stay
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NPROC, 0);
  return filterSystemCalls(work == Work::Assembles);
}

Result<std::string> examine() {
  if (isInstrumented) return fail("off: this build uses sanitizers, which need what the sandbox forbids");
  if (!kernelFilters()) return fail("limits only: this kernel has no seccomp filters; use one with CONFIG_SECCOMP_FILTER");
  return std::string("limits, no new privileges, no network, and an allow-list of system calls");
}

} // namespace gevo::sandbox
