#include "core/kernel/toolchain/toolchain.h"

#include "core/kernel/process/process.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

bool holdsCuda(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "include" / "cuda_runtime.h", ignored);
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

} // namespace

std::optional<fs::path> findProgram(const std::string& name) {
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

Result<Clang> locateClang() {
  const std::string required = fmt::format("clang version {}.", clangVersion);
  for (const std::string& name : {fmt::format("clang++-{}", clangVersion), std::string("clang++")}) {
    const auto path = findProgram(name);
    if (!path) continue;
    GEVO_TRY_ASSIGN(const auto scratch, ScratchFolder::make());
    const auto asked = runCommand({{path->string(), "--version"}, {}, {}, std::chrono::seconds(30)}, scratch.path());
    if (!asked || !asked->succeeded() || asked->output.find(required) == std::string::npos) continue;
    return Clang{*path, asked->output.substr(0, asked->output.find('\n'))};
  }
  return fail("clang {0} was not found on PATH; install the package clang-{0}", clangVersion);
}

Result<fs::path> locateCuda() {
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    if (holdsCuda(value)) return fs::path(value);
    return fail("{} is {}, where there is no include/cuda_runtime.h; set it to the folder of a CUDA toolkit", variable, value);
  }
  std::vector<fs::path> candidates{"/usr/local/cuda"};
  for (fs::path& folder : versionedFolders()) candidates.push_back(std::move(folder));
  std::error_code ignored;
  if (const auto nvcc = findProgram("nvcc")) candidates.push_back(fs::weakly_canonical(*nvcc, ignored).parent_path().parent_path());
  candidates.emplace_back("/usr/lib/cuda");
  for (const fs::path& candidate : candidates)
    if (holdsCuda(candidate)) return candidate;
  return fail("no CUDA toolkit was found; install one (its headers and libdevice are enough) and set CUDA_PATH to its folder");
}

Result<std::string> findClang() {
  GEVO_TRY_ASSIGN(const auto clang, locateClang());
  return fmt::format("{} ({})", clang.path.string(), clang.version);
}

Result<std::string> findCudaToolkit() {
  GEVO_TRY_ASSIGN(const auto cuda, locateCuda());
  return cuda.string();
}

} // namespace gevo::program
