#include "core/kernel/cuda/capture/turn.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace gevo::cuda {

Result<Turn> Turn::of(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail("{} can't be opened: {}", file.string(), std::strerror(errno));
  return Turn(descriptor);
}

Turn::Turn(Turn&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Turn::~Turn() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Turn::Held::Held(const Turn* turn) : descriptor_(turn != nullptr ? turn->descriptor_ : -1) {
  while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

Turn::Held::~Held() {
  if (descriptor_ >= 0) ::flock(descriptor_, LOCK_UN);
}

} // namespace gevo::cuda
