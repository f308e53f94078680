#include "core/base/file_lock.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace gevo {

Result<Descriptor> openLockFile(const std::filesystem::path& file) {
  Descriptor descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!descriptor.isOpen()) return fail("{} can't be opened: {}", file.string(), std::strerror(errno));
  return descriptor;
}

Result<FileLock> FileLock::take(const std::filesystem::path& file) {
  GEVO_TRY_ASSIGN(Descriptor descriptor, openLockFile(file));
  while (::flock(descriptor.get(), LOCK_EX) != 0)
    if (errno != EINTR) return fail("{} can't be locked: {}", file.string(), std::strerror(errno));
  ::futimens(descriptor.get(), nullptr); // in use: its age tells who may remove it
  return FileLock(std::move(descriptor));
}

bool FileLock::isFree(const std::filesystem::path& file) {
  const Result<Descriptor> descriptor = openLockFile(file);
  return descriptor && ::flock(descriptor->get(), LOCK_EX | LOCK_NB) == 0;
}

} // namespace gevo
