#include "core/kernel/cuda/program_gpu/gpu_lock.h"

#include <cerrno>
#include <cstring>
#include <sys/file.h>

namespace gevo::cuda {

Result<GpuLock> GpuLock::of(Descriptor file) {
  // Locks once, so that a file system without locks is reported here.
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0)
    ::flock(file.get(), LOCK_UN);
  else if (errno != EWOULDBLOCK)
    return fail("the GPU's lock file can't be locked: {}; set XDG_CACHE_HOME to a folder on a disk of this machine", std::strerror(errno));
  return GpuLock(std::move(file));
}

GpuLock::Held::Held(const GpuLock* lock) : descriptor_(lock != nullptr ? lock->file_.get() : -1) {
  while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

GpuLock::Held::~Held() {
  if (descriptor_ >= 0) ::flock(descriptor_, LOCK_UN);
}

} // namespace gevo::cuda
