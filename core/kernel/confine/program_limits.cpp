#include "core/kernel/confine/program_limits.h"

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

namespace gevo::confine {

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

/// /dev/nvidia0, /dev/nvidiactl, /dev/nvidia-uvm and the like, which the driver opens for writing.
std::vector<std::string> gpuDevices() {
  std::vector<std::string> devices;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/dev", ignored))
    if (entry.path().filename().string().starts_with("nvidia")) devices.push_back(entry.path().string());
  return devices;
}

int allowBeneath(int rules, const char* path, std::uint64_t rights) {
  const int place = ::open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return errno;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = rights;
  rule.parent_fd = place;
  const int failure = ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0 ? 0 : errno;
  ::close(place);
  return failure;
}

void limit(__rlimit_resource resource, rlim_t value) {
  rlimit both{value, value};
  rlimit now{};
  if (::getrlimit(resource, &now) == 0 && now.rlim_max < value) both = {now.rlim_max, now.rlim_max};
  ::setrlimit(resource, &both); // lowering a limit can't fail
}

} // namespace

bool kernelConfinesWriting() { return landlockVersion() >= 1; }

Result<ProgramLimits> ProgramLimits::within(const std::filesystem::path& folder, bool usesGpu) {
  const int version = landlockVersion();
  if (version < 1) return ProgramLimits(-1);
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs = writing(version);
  // The first member alone: older kernels refuse sizes that they don't know.
  const int rules = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0));
  if (rules < 0) return fail("the kernel makes no rules against writing elsewhere: {}", std::strerror(errno));
  ProgramLimits limits(rules);
  if (const int failure = allowBeneath(rules, folder.c_str(), writing(version)); failure != 0)
    return fail("the program can't be kept within {}: {}", folder.string(), std::strerror(failure));
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full"}) allowBeneath(rules, device, LANDLOCK_ACCESS_FS_WRITE_FILE);
  for (const std::string& device : usesGpu ? gpuDevices() : std::vector<std::string>())
    allowBeneath(rules, device.c_str(), LANDLOCK_ACCESS_FS_WRITE_FILE);
  return limits;
}

ProgramLimits::ProgramLimits(ProgramLimits&& other) noexcept : rules_(std::exchange(other.rules_, -1)) {}

ProgramLimits::~ProgramLimits() {
  if (rules_ >= 0) ::close(rules_);
}

int ProgramLimits::apply(std::chrono::seconds processorTime) const noexcept {
  limit(RLIMIT_CPU, static_cast<rlim_t>(processorTime.count()));
  limit(RLIMIT_FSIZE, largestFile);
  limit(RLIMIT_CORE, 0);
  if (rules_ < 0) return 0;
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  return ::syscall(SYS_landlock_restrict_self, rules_, 0) == 0 ? 0 : errno;
}

} // namespace gevo::confine
