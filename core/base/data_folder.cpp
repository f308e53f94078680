#include "core/base/data_folder.h"

#include <cstdlib>

namespace gevo {

namespace fs = std::filesystem;

fs::path dataFolder() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && fs::path(data).is_absolute()) return fs::path(data) / "gevo-explorer";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != 0) return fs::path(home) / ".local" / "share" / "gevo-explorer";
  return {};
}

} // namespace gevo
