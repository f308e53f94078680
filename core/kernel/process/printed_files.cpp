#include "core/kernel/process/printed_files.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>

namespace gevo::program {

namespace {

constexpr off_t keptOutput = 1 << 20;

Descriptor makeFile(int folder, const char* name) {
  unlinkat(folder, name, 0); // if it can't be, the next line fails
  return Descriptor(openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
}

std::string beginning(int file) {
  struct stat status {};
  if (fstat(file, &status) != 0) return {};
  std::string text(static_cast<std::size_t>(std::min(status.st_size, keptOutput)), '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t count = pread(file, text.data() + size, text.size() - size, static_cast<off_t>(size));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break; // something still shortens it
    size += static_cast<std::size_t>(count);
  }
  text.resize(size);
  return text;
}

} // namespace

std::expected<PrintedFiles, int> PrintedFiles::make(const std::filesystem::path& folder) {
  const Descriptor place(open(folder.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!place.isOpen()) return std::unexpected(errno);
  PrintedFiles files;
  files.output_ = makeFile(place.get(), "stdout");
  if (!files.output_.isOpen()) return std::unexpected(errno);
  files.errors_ = makeFile(place.get(), "stderr");
  if (!files.errors_.isOpen()) return std::unexpected(errno);
  return files;
}

std::string PrintedFiles::outputText() const { return beginning(output_.get()); }
std::string PrintedFiles::errorsText() const { return beginning(errors_.get()); }

} // namespace gevo::program
