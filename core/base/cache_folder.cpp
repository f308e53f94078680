#include "core/base/cache_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace gevo {

namespace fs = std::filesystem;

namespace {

fs::path folderFor(std::string_view name) {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && fs::path(cache).is_absolute()) return fs::path(cache) / "gevo-explorer" / name;
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != 0) return fs::path(home) / ".cache" / "gevo-explorer" / name;
  std::error_code ignored;
  return fs::temp_directory_path(ignored) / fmt::format("gevo-{}-{}", name, ::getuid());
}

} // namespace

Result<fs::path> cacheFolder(std::string_view name) {
  fs::path folder = folderFor(name);
  std::error_code problem;
  fs::create_directories(folder.parent_path(), problem);
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return fail("{} can't be made: {}; set XDG_CACHE_HOME to a folder that can be written", folder.string(), std::strerror(errno));
  struct stat found {};
  if (::lstat(folder.c_str(), &found) != 0 || !S_ISDIR(found.st_mode) || found.st_uid != ::getuid())
    return fail("{} belongs to another user; remove it, or set XDG_CACHE_HOME to a folder of your own", folder.string());
  ::chmod(folder.c_str(), 0700);
  return folder;
}

} // namespace gevo
