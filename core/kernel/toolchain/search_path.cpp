#include "core/kernel/toolchain/search_path.h"

#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace gevo::program {

namespace fs = std::filesystem;

std::optional<fs::path> findOnPath(const std::string& name) {
  const char* variable = std::getenv("PATH");
  std::string_view left = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  while (true) {
    const std::size_t colon = left.find(':');
    fs::path candidate = fs::path(left.substr(0, colon)) / name;
    if (access(candidate.c_str(), X_OK) == 0 && !fs::is_directory(candidate)) return candidate;
    if (colon == std::string_view::npos) return std::nullopt;
    left.remove_prefix(colon + 1);
  }
}

} // namespace gevo::program
