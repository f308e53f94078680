#include "core/kernel/user_location/user_location.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>
#include <array>

namespace gevo {

namespace {

/// "cuda", "cuda-13.0", "cuda_runtime", "cu13": folders of a toolkit, wherever it is installed.
bool isToolkitFolder(std::string_view name) {
  if (name.starts_with("cuda")) return name.size() == 4 || name[4] == '-' || name[4] == '_' || name[4] == '.';
  return name.starts_with("cu") && name.size() > 2 && name.find_first_not_of("0123456789", 2) == std::string_view::npos;
}

} // namespace

bool isToolchainHeader(std::string_view path) {
  if (!path.starts_with('/')) return false;
  static constexpr std::array places{"/lib/clang/", "/lib64/clang/", "/usr/include/", "/resources/cuda/", "/gevo/cuda/"};
  if (std::ranges::any_of(places, [&](std::string_view place) { return path.find(place) != std::string_view::npos; })) return true;
  bool inToolkit = false;
  for (std::size_t begin = 1, end = 0; (end = path.find('/', begin)) != std::string_view::npos; begin = end + 1) {
    const std::string_view folder = path.substr(begin, end - begin);
    if (inToolkit && folder == "include") return true;
    inToolkit = inToolkit || isToolkitFolder(folder);
  }
  return false;
}

const llvm::DILocation* userLocation(const llvm::DILocation* location) {
  for (const llvm::DILocation* at = location; at; at = at->getInlinedAt()) {
    const llvm::StringRef file = at->getFilename();
    if (at->getLine() != 0 && !isToolchainHeader({file.data(), file.size()})) return at;
  }
  return location;
}

} // namespace gevo
