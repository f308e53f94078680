#include "core/kernel/cuda/program_gpu/gpu_lock.h"

#include <cerrno>
#include <cstring>
#include <sys/file.h>

namespace gevo::cuda {

Result<Turn> Turn::of(Descriptor file) {
  // Once, so that a file system without locks is told here.
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0)
    ::flock(file.get(), LOCK_UN);
  else if (errno != EWOULDBLOCK)
    return fail("the file of the GPU's turns can't be locked: {}; set XDG_CACHE_HOME to a folder on a disk of this machine",
                std::strerror(errno));
  return Turn(std::move(file));
}

Turn::Held::Held(const Turn* turn) : descriptor_(turn != nullptr ? turn->file_.get() : -1) {
  while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

Turn::Held::~Held() {
  if (descriptor_ >= 0) ::flock(descriptor_, LOCK_UN);
}

} // namespace gevo::cuda
