#include "core/kernel/process/program_limits.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace gevo::sandbox {

namespace {

constexpr rlim_t largestFile = 1ULL << 30;

int landlockVersion() { return static_cast<int>(::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION)); }

/// Everything that changes what is on disk, as far as the kernel knows it.
std::uint64_t writing(int version) {
  std::uint64_t rights = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                         LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                         LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                         LANDLOCK_ACCESS_FS_MAKE_SYM;
  constexpr std::uint64_t refer = 1ULL << 13;    // version 2: link and rename between folders
  constexpr std::uint64_t truncate = 1ULL << 14; // version 3
  if (version >= 2) rights |= refer;
  if (version >= 3) rights |= truncate;
  return rights;
}

/// In the child: makes system calls only.
int allowBeneath(int rules, int path, std::uint64_t rights) noexcept {
  landlock_path_beneath_attr rule{};
  rule.allowed_access = rights;
  rule.parent_fd = path;
  return ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0 ? 0 : errno;
}

void limit(__rlimit_resource resource, rlim_t value) {
  rlimit both{value, value};
  rlimit now{};
  if (::getrlimit(resource, &now) == 0 && now.rlim_max < value) both = {now.rlim_max, now.rlim_max};
  ::setrlimit(resource, &both); // lowering a limit can't fail
}

} // namespace

bool canRestrictWriting() { return landlockVersion() >= 1; }

Result<ProgramLimits> ProgramLimits::within(const std::filesystem::path& folder) {
  ProgramLimits limits;
  const int version = landlockVersion();
  if (version < 1) return limits;
  limits.writing_ = writing(version);
  if (const int failure = limits.open(folder.c_str(), limits.writing_); failure != 0)
    return fail("the program can't be sandboxed in {}: {}", folder.string(), std::strerror(failure));
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full"}) limits.open(device, LANDLOCK_ACCESS_FS_WRITE_FILE);
  return limits;
}

/// A missing path is skipped.
int ProgramLimits::open(const char* path, std::uint64_t rights) {
  const int descriptor = ::open(path, O_PATH | O_CLOEXEC);
  if (descriptor < 0) return errno;
  writablePaths_.push_back({descriptor, rights});
  return 0;
}

ProgramLimits::ProgramLimits(ProgramLimits&& other) noexcept
    : writing_(other.writing_), writablePaths_(std::exchange(other.writablePaths_, {})) {}

ProgramLimits::~ProgramLimits() {
  for (const WritablePath& path : writablePaths_) ::close(path.descriptor);
}

int ProgramLimits::restrictWriting() const noexcept {
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs = writing_;
  // The first member alone: older kernels reject unknown sizes.
  const int rules = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0));
  if (rules < 0) return errno;
  int failure = 0;
  for (const WritablePath& path : writablePaths_)
    if (failure == 0) failure = allowBeneath(rules, path.descriptor, path.rights);
  if (failure == 0 && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) failure = errno;
  if (failure == 0 && ::syscall(SYS_landlock_restrict_self, rules, 0) != 0) failure = errno;
  ::close(rules);
  return failure;
}

int ProgramLimits::apply(std::chrono::seconds processorTime) const noexcept {
  limit(RLIMIT_CPU, static_cast<rlim_t>(processorTime.count()));
  limit(RLIMIT_FSIZE, largestFile);
  limit(RLIMIT_CORE, 0);
  return writing_ == 0 ? 0 : restrictWriting();
}

} // namespace gevo::sandbox
