// Live runs may write in their private folder only. The program's calls that want to write come here first: where the kernel refuses one,
// its path is noted for the evaluation, since what the program makes of the error seldom says more.

#include "core/kernel/host_run/host_run_files.h"
#include "core/kernel/runtime/abi.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace {

/// The C library's own.
template <class Function> Function* original(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name)); // NOLINT: what dlsym is for
}

/// Appends a line to the run's list. Keeps errno.
void noteRefused(const char* path) {
  if (errno != EACCES || path == nullptr) return;
  const char* const folder = std::getenv(gevo::program::hostRunVariable);
  if (folder == nullptr || *folder == 0) return;
  std::error_code ignored;
  const std::string line = std::filesystem::absolute(path, ignored).lexically_normal().string() + "\n";
  static auto* const openFile = original<int(const char*, int, ...)>("open");
  const int file =
      openFile((std::filesystem::path(folder) / gevo::program::refusedName).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file >= 0) {
    if (::write(file, line.data(), line.size()) < 0) line.size(); // nobody is left to tell
    ::close(file);
  }
  errno = EACCES;
}

bool writes(int flags) { return (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) != 0; }
bool writes(const char* mode) { return mode != nullptr && std::strpbrk(mode, "wa+") != nullptr; }

/// The third argument of open() is there only with some flags.
mode_t permissions(int flags, va_list arguments) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? static_cast<mode_t>(va_arg(arguments, unsigned)) : 0;
}

int opened(const char* name, const char* path, int flags, mode_t mode) {
  const int file = original<int(const char*, int, ...)>(name)(path, flags, mode);
  if (file < 0 && writes(flags)) noteRefused(path);
  return file;
}

int openedAt(const char* name, int folder, const char* path, int flags, mode_t mode) {
  const int file = original<int(int, const char*, int, ...)>(name)(folder, path, flags, mode);
  if (file < 0 && writes(flags) && (folder == AT_FDCWD || (path != nullptr && *path == '/'))) noteRefused(path);
  return file;
}

std::FILE* openedStream(const char* name, const char* path, const char* mode) {
  std::FILE* const file = original<std::FILE*(const char*, const char*)>(name)(path, mode);
  if (file == nullptr && writes(mode)) noteRefused(path);
  return file;
}

int changed(int result, const char* path) {
  if (result != 0) noteRefused(path);
  return result;
}

} // namespace

#define OPEN(name)                                                                                                                         \
  GEVO_CUDA int name(const char* path, int flags, ...) {                                                                                   \
    va_list arguments;                                                                                                                     \
    va_start(arguments, flags);                                                                                                            \
    const mode_t mode = permissions(flags, arguments);                                                                                     \
    va_end(arguments);                                                                                                                     \
    return opened(#name, path, flags, mode);                                                                                               \
  }
OPEN(open)
OPEN(open64)

#define OPEN_AT(name)                                                                                                                      \
  GEVO_CUDA int name(int folder, const char* path, int flags, ...) {                                                                       \
    va_list arguments;                                                                                                                     \
    va_start(arguments, flags);                                                                                                            \
    const mode_t mode = permissions(flags, arguments);                                                                                     \
    va_end(arguments);                                                                                                                     \
    return openedAt(#name, folder, path, flags, mode);                                                                                     \
  }
OPEN_AT(openat)
OPEN_AT(openat64)

GEVO_CUDA int creat(const char* path, mode_t mode) { return opened("open", path, O_WRONLY | O_CREAT | O_TRUNC, mode); }
GEVO_CUDA std::FILE* fopen(const char* path, const char* mode) { return openedStream("fopen", path, mode); }
GEVO_CUDA std::FILE* fopen64(const char* path, const char* mode) { return openedStream("fopen64", path, mode); }

GEVO_CUDA int mkdir(const char* path, mode_t mode) noexcept {
  return changed(original<int(const char*, mode_t)>("mkdir")(path, mode), path);
}
GEVO_CUDA int rename(const char* from, const char* to) noexcept {
  return changed(original<int(const char*, const char*)>("rename")(from, to), to);
}
GEVO_CUDA int unlink(const char* path) noexcept { return changed(original<int(const char*)>("unlink")(path), path); }
GEVO_CUDA int remove(const char* path) noexcept { return changed(original<int(const char*)>("remove")(path), path); }
