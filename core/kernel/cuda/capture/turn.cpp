#include "core/kernel/cuda/capture/turn.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>

namespace gevo::cuda {

Result<Turn> Turn::of(int descriptor) {
  if (::fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0) return fail("the file of the GPU's turns is not open: {}", std::strerror(errno));
  // Once, so that a file system without locks is told here.
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    ::flock(descriptor, LOCK_UN);
  else if (errno != EWOULDBLOCK)
    return fail("the file of the GPU's turns can't be locked: {}; set XDG_CACHE_HOME to a folder on a disk of this machine",
                std::strerror(errno));
  return Turn(descriptor);
}

Turn::Held::Held(const Turn* turn) : descriptor_(turn != nullptr ? turn->descriptor_ : -1) {
  while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

Turn::Held::~Held() {
  if (descriptor_ >= 0) ::flock(descriptor_, LOCK_UN);
}

} // namespace gevo::cuda
