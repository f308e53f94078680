#include "core/kernel/toolchain/cuda_toolkit.h"

#include "core/kernel/toolchain/distribution.h"
#include "core/kernel/toolchain/search_path.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

bool isThere(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool holdsHeaders(const fs::path& folder) { return isThere(folder / "include" / "cuda_runtime.h"); }

/// The folder itself, or the prefix of which it is a part in Debian's layout.
std::optional<fs::path> toolkitAt(const fs::path& folder) {
  if (holdsHeaders(folder)) return folder;
  const fs::path parent = folder.parent_path();
  const bool isPart = parent.filename() == "lib" && (folder.filename() == "cuda" || folder.filename() == "nvidia-cuda-toolkit");
  if (isPart && holdsHeaders(parent.parent_path())) return parent.parent_path();
  return std::nullopt;
}

/// The folder in which clang finds nvvm/libdevice.
std::optional<fs::path> libdeviceRoot(const fs::path& cuda) {
  for (fs::path root : {cuda, cuda / "lib" / "cuda"})
    if (isThere(root / "nvvm" / "libdevice" / "libdevice.10.bc")) return root;
  return std::nullopt;
}

/// "/usr/local/cuda-13.0" before "/usr/local/cuda-12.8".
std::vector<fs::path> versionedFolders() {
  std::vector<std::pair<double, fs::path>> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/usr/local", ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("cuda-")) found.emplace_back(std::strtod(name.c_str() + 5, nullptr), entry.path());
  }
  std::sort(found.begin(), found.end(), std::greater<>());
  std::vector<fs::path> folders;
  for (auto& [version, folder] : found) folders.push_back(std::move(folder));
  return folders;
}

std::vector<fs::path> usualFolders() {
  std::vector<fs::path> folders{"/usr/local/cuda"};
  for (fs::path& folder : versionedFolders()) folders.push_back(std::move(folder));
  folders.emplace_back("/opt/cuda");
  std::error_code ignored;
  if (const auto nvcc = findOnPath("nvcc")) folders.push_back(fs::weakly_canonical(*nvcc, ignored).parent_path().parent_path());
  folders.emplace_back("/usr");
  return folders;
}

std::unexpected<Error> withoutLibdevice(const fs::path& cuda) {
  return fail("the CUDA toolkit in {} has no nvvm/libdevice/libdevice.10.bc; {}", cuda.string(), howToInstallCuda());
}

} // namespace

Result<fs::path> locateCuda() {
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    fs::path given(value);
    if (!given.has_filename()) given = given.parent_path(); // "/usr/lib/cuda/"
    const auto cuda = toolkitAt(given);
    if (!cuda) return fail("{} is {}, where there is no include/cuda_runtime.h; set it to the folder of a CUDA toolkit", variable, value);
    if (!libdeviceRoot(*cuda)) return withoutLibdevice(*cuda);
    return *cuda;
  }
  std::optional<fs::path> incomplete;
  for (const fs::path& folder : usualFolders()) {
    const auto cuda = toolkitAt(folder);
    if (cuda && libdeviceRoot(*cuda)) return *cuda;
    if (cuda && !incomplete) incomplete = cuda;
  }
  if (incomplete) return withoutLibdevice(*incomplete);
  return fail("no CUDA toolkit was found; {}", howToInstallCuda());
}

std::vector<std::string> cudaPathArguments(const fs::path& cuda) {
  const fs::path root = libdeviceRoot(cuda).value_or(cuda);
  std::vector<std::string> arguments{"--cuda-path=" + root.string()};
  if (root != cuda)
    for (std::string& argument : cudaHeaderArguments(cuda)) arguments.push_back(std::move(argument));
  return arguments;
}

std::vector<std::string> cudaHeaderArguments(const fs::path& cuda) {
  // Named once more, the system's folder would come before the C++ library's, whose headers then don't find C's.
  std::error_code ignored;
  if (fs::equivalent(cuda / "include", "/usr/include", ignored)) return {};
  return {"-isystem" + (cuda / "include").string()};
}

fs::path cudaLibraryFolder(const fs::path& cuda) {
  static constexpr std::array names{"lib64", "targets/x86_64-linux/lib", "lib/x86_64-linux-gnu", "lib"};
  for (const char* name : names)
    if (isThere(cuda / name / "libcudart_static.a")) return cuda / name;
  for (const char* name : names)
    if (isThere(cuda / name)) return cuda / name;
  return {};
}

Result<std::string> findCudaToolkit() {
  GEVO_TRY_ASSIGN(const auto cuda, locateCuda());
  return cuda.string();
}

} // namespace gevo::program
