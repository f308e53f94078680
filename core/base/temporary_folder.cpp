#include "core/base/temporary_folder.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gevo {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view prefix = "gevo-tmp-";
/// A process that makes one has not locked it yet.
constexpr auto youngest = std::chrono::minutes(1);

/// Not open if another process has it, or if it is gone.
Descriptor lock(const fs::path& folder) {
  Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  if (descriptor.isOpen() && ::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0) descriptor.reset();
  return descriptor;
}

bool isOwn(const fs::path& folder) {
  struct stat found {};
  return ::lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == ::getuid();
}

void removeAbandoned(const fs::path& parent) {
  std::error_code ignored;
  const auto latest = fs::file_time_type::clock::now() - youngest;
  for (auto entry = fs::directory_iterator(parent, ignored); entry != fs::directory_iterator(); entry.increment(ignored)) {
    const fs::path folder = entry->path();
    std::error_code problem;
    if (!folder.filename().string().starts_with(prefix) || !isOwn(folder)) continue;
    if (fs::last_write_time(folder, problem) > latest || problem) continue;
    if (const Descriptor held = lock(folder); held.isOpen()) fs::remove_all(folder, ignored);
  }
}

} // namespace

Result<TemporaryFolder> TemporaryFolder::make() {
  std::error_code problem;
  const fs::path parent = fs::temp_directory_path(problem);
  if (problem) return fail("there is no folder for temporary files ({}); set TMPDIR to one", problem.message());
  static std::once_flag once;
  std::call_once(once, removeAbandoned, parent);
  std::string path = parent / (std::string(prefix) + "XXXXXX");
  if (::mkdtemp(path.data()) == nullptr)
    return fail("no temporary folder can be made in {}: {}; set TMPDIR to a folder that can be written", parent.string(),
                std::strerror(errno));
  return TemporaryFolder(path, lock(path));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path().empty()) fs::remove_all(path(), ignored);
}

} // namespace gevo
