#include "core/kernel/host_run/workspace.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

constexpr const char* ownPrefix = "run-";
constexpr const char* programsName = "programs";
constexpr const char* lockName = "lock";
constexpr auto keptUnused = std::chrono::hours(7 * 24);

fs::path rootFolder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && fs::path(cache).is_absolute()) return fs::path(cache) / "gevo-explorer" / "live";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != 0) return fs::path(home) / ".cache" / "gevo-explorer" / "live";
  std::error_code ignored;
  return fs::temp_directory_path(ignored) / fmt::format("gevo-live-{}", ::getuid());
}

/// Makes a folder that only this user can access; an error if it belongs to another.
Result<void> makeOwn(const fs::path& folder) {
  std::error_code problem;
  fs::create_directories(folder.parent_path(), problem);
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return fail("{} can't be created for live runs: {}; set XDG_CACHE_HOME to a folder that can be written", folder.string(),
                std::strerror(errno));
  struct stat found {};
  if (::lstat(folder.c_str(), &found) != 0 || !S_ISDIR(found.st_mode) || found.st_uid != ::getuid())
    return fail("{} belongs to another user; remove it, or set XDG_CACHE_HOME to a folder of your own", folder.string());
  ::chmod(folder.c_str(), 0700);
  return {};
}

/// A descriptor that children don't inherit, or -errno.
int openLock(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  return descriptor >= 0 ? descriptor : -errno;
}

bool isAbandoned(const fs::path& folder) {
  const int descriptor = openLock(folder / lockName);
  if (descriptor < 0) return false;
  const bool free = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  ::close(descriptor);
  return free;
}

/// Removes what ended processes left behind; the caller holds the root's lock.
void sweep(const fs::path& root) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(root, ignored))
    if (entry.path().filename().string().starts_with(ownPrefix) && isAbandoned(entry.path())) fs::remove_all(entry.path(), ignored);
  const auto oldest = fs::file_time_type::clock::now() - keptUnused;
  for (const auto& entry : fs::directory_iterator(root / programsName, ignored))
    if (entry.last_write_time(ignored) < oldest && !ignored) fs::remove_all(entry.path(), ignored);
}

} // namespace

Result<FileLock> FileLock::take(const fs::path& file) {
  const int descriptor = openLock(file);
  if (descriptor < 0) return fail("{} can't be opened: {}", file.string(), std::strerror(-descriptor));
  while (::flock(descriptor, LOCK_EX) != 0) {
    if (errno == EINTR) continue;
    const int number = errno;
    ::close(descriptor);
    return fail("{} can't be locked: {}", file.string(), std::strerror(number));
  }
  ::futimens(descriptor, nullptr); // in use, so not swept
  return FileLock(descriptor);
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<Workspace> Workspace::open() {
  const fs::path root = rootFolder();
  GEVO_TRY(makeOwn(root));
  const auto lock = FileLock::take(root / lockName);
  GEVO_TRY(lock);
  GEVO_TRY(makeOwn(root / programsName));
  sweep(root);
  std::string pattern = (root / ownPrefix).string() + "XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr)
    return fail("no folder for live runs can be made in {}: {}", root.string(), std::strerror(errno));
  GEVO_TRY_ASSIGN(auto own, FileLock::take(fs::path(pattern) / lockName));
  return Workspace(pattern, std::move(own));
}

Workspace::~Workspace() {
  std::error_code ignored;
  if (!folder().empty()) fs::remove_all(folder(), ignored);
}

fs::path Workspace::programs() const { return folder().parent_path() / programsName; }

Result<Descriptor> Workspace::gpuLockFile(const std::string& gpu) const {
  const fs::path file = folder().parent_path() / ("turn-" + gpu);
  const int descriptor = openLock(file);
  if (descriptor < 0) return fail("{} can't be made: {}", file.string(), std::strerror(-descriptor));
  return Descriptor(descriptor);
}

} // namespace gevo::program
