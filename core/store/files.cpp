#include "core/store/files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace gevo {

namespace fs = std::filesystem;

namespace {

fs::path folderOf(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

std::unexpected<Error> nameIsTaken(const fs::path& path) {
  return fail("{} already exists; remove it or choose another name", path.string());
}

/// Like rename, but fails with EEXIST if `to` exists.
int renameToNew(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  // For file systems without that flag: link does not replace files either.
  if (::link(from.c_str(), to.c_str()) != 0) return -1;
  ::unlink(from.c_str());
  return 0;
}

} // namespace

Result<void> checkRegularFile(const fs::path& path) {
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (status.type() == fs::file_type::not_found) return fail("{} does not exist", path.string());
  if (status.type() == fs::file_type::directory) return fail("{} is a folder, not a .gevo file", path.string());
  if (problem) return fail("{} can't be opened: {}", path.string(), problem.message());
  if (status.type() != fs::file_type::regular) return fail("{} is not a .gevo file", path.string());
  return {};
}

bool isWritable(const fs::path& path) { return ::access(path.c_str(), W_OK) == 0 && ::access(folderOf(path).c_str(), W_OK) == 0; }

bool isNetworkFileSystem(unsigned long type) {
  // f_type is signed and of another width on some machines; the numbers have 32 bits. See statfs(2) and linux/magic.h.
  constexpr unsigned long types[] = {
      0x6969,     // NFS
      0x517B,     // SMB
      0xFE534D42, // SMB 2
      0xFF534D42, // CIFS
      0x01021997, // 9p, as virtual machines and WSL share folders
      0x5346414F, // AFS
      0x6B414653, // kAFS
      0x73757245, // Coda
      0x00C36400, // Ceph
      0x0BD00BD0, // Lustre
      0x47504653, // GPFS
      0x564C,     // NCP
      0x65735546, // FUSE: sshfs and the like; local ones lose some speed
  };
  return std::ranges::find(types, type & 0xFFFFFFFFUL) != std::end(types);
}

bool isOnNetworkFileSystem(const fs::path& path) {
  struct statfs system {};
  return ::statfs(path.c_str(), &system) == 0 && isNetworkFileSystem(static_cast<unsigned long>(system.f_type));
}

bool hasWriteAheadLog(const fs::path& path) {
  std::error_code problem;
  const std::uintmax_t size = fs::file_size(path.string() + "-wal", problem);
  return !problem && size > 0;
}

std::unique_ptr<Database> openReading(const fs::path& path) {
  if (isWritable(path)) return std::make_unique<Database>(path, Database::Access::Read);
  return std::make_unique<Database>(path, hasWriteAheadLog(path) ? Database::Access::ReadOnly : Database::Access::Immutable);
}

void checkLength(const Database& database) {
  // Pages that are only in the write-ahead log are not in the file yet.
  if (hasWriteAheadLog(database.path())) return;
  std::error_code problem;
  const std::int64_t claimed = database.integer("PRAGMA page_count") * database.integer("PRAGMA page_size");
  const std::uintmax_t size = fs::file_size(database.path(), problem);
  if (!problem && size < std::uintmax_t(claimed))
    raise("{} is damaged: its end is missing; restore it from a copy", database.path().string());
}

Result<TemporaryFile> TemporaryFile::beside(const fs::path& final) {
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(final, ignored))) return nameIsTaken(final);
  std::string name = (folderOf(final) / fmt::format(".{}.XXXXXX", final.filename().string())).string();
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) return fail("{} can't be created: {}", final.string(), std::strerror(errno));
  // mkstemp restricts the file to its owner; the final file gets the user's usual permissions.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor, 0666 & ~mask);
  ::close(descriptor);
  return TemporaryFile(name);
}

TemporaryFile::~TemporaryFile() {
  if (path_.empty()) return;
  std::error_code ignored;
  for (const char* suffix : {"", "-journal", "-wal", "-shm"}) fs::remove(path_.string() + suffix, ignored);
}

Result<void> TemporaryFile::moveTo(const fs::path& final) const {
  if (renameToNew(path_, final) == 0) return {};
  if (errno == EEXIST) return nameIsTaken(final);
  return fail("{} can't be created: {}", final.string(), std::strerror(errno));
}

Error TemporaryFile::renamed(Error error, const fs::path& final) const {
  const std::string own = path_.string();
  for (std::size_t at = error.message.find(own); at != std::string::npos; at = error.message.find(own, at))
    error.message.replace(at, own.size(), final.string());
  return error;
}

} // namespace gevo
