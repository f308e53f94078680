#include "core/base/paths.h"

#include <cstdlib>
#include <dlfcn.h>

namespace gevo {

namespace fs = std::filesystem;

fs::path programFolder() {
  // The address of our own code names the file that holds it: the executable, or the shared library that was
  // linked into another program.
  Dl_info info{};
  std::error_code ignored;
  if (dladdr(reinterpret_cast<const void*>(&programFolder), &info) != 0 && info.dli_fname != nullptr) {
    fs::path file = fs::weakly_canonical(info.dli_fname, ignored);
    if (!ignored && file.has_parent_path() && fs::exists(file, ignored)) return file.parent_path();
  }
  return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

Result<fs::path> resourcePath(std::string_view relative) {
  std::error_code ignored;
  if (const char* chosen = std::getenv("GEVO_RESOURCES")) {
    fs::path path = fs::path(chosen) / relative;
    if (fs::exists(path, ignored)) return path;
  }
  const fs::path folder = programFolder();
  // An installed prefix, then the source tree around build/PRESET/bin.
  for (const fs::path& root : {folder / "../share/gevo-explorer", folder / "../../../resources"}) {
    const fs::path path = root / relative;
    if (fs::exists(path, ignored)) return fs::weakly_canonical(path, ignored);
  }
  return fail("resource {} was not found; set GEVO_RESOURCES to the folder resources of GEVO Explorer", relative);
}

Result<fs::path> companionPath(std::string_view name) {
  std::error_code ignored;
  const fs::path folder = programFolder();
  for (const fs::path& candidate : {folder, folder / "../bin", folder / "../lib", folder / "../lib/gevo-explorer"}) {
    const fs::path path = candidate / name;
    if (fs::exists(path, ignored)) return fs::weakly_canonical(path, ignored);
  }
  return fail("{} was not found beside {}; build or install GEVO Explorer completely", name, folder.string());
}

} // namespace gevo
