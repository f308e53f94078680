#include "core/kernel/toolchain/toolchain.h"

#include "core/base/file.h"
#include "core/base/paths.h"
#include "core/kernel/process/process.h"
#include "core/kernel/toolchain/search_path.h"

#include <map>
#include <mutex>
#include <optional>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// Nothing if it does not run or is of another version.
std::optional<Clang> askClang(const fs::path& path, const fs::path& scratch) {
  const auto asked = runCommand({{path.string(), "--version"}, {}, {}, std::chrono::seconds(30)}, scratch);
  if (!asked || !asked->succeeded() || asked->output.find(fmt::format("clang version {}.", clangVersion)) == std::string::npos)
    return std::nullopt;
  return Clang{path, asked->output.substr(0, asked->output.find('\n'))};
}

/// Asks each program once: to make a patch, a process compiles a hundred times.
std::optional<Clang> clangAt(const fs::path& path, const fs::path& scratch) {
  static std::mutex mutex;
  static std::map<std::pair<fs::path, fs::file_time_type>, std::optional<Clang>> known;
  std::error_code unknown;
  const std::pair key(path, fs::last_write_time(path, unknown));
  const std::scoped_lock lock(mutex);
  if (const auto found = known.find(key); !unknown && found != known.end()) return found->second;
  auto clang = askClang(path, scratch);
  if (!unknown && clang) known[key] = clang;
  return clang;
}

bool canBuildPrograms(const fs::path& clang, const fs::path& scratch) {
  const fs::path source = scratch / "any.cpp";
  if (!writeFile(source, "#include <vector>\n#include <cstdlib>\nint main() { std::vector<int> v(1); return std::abs(v[0]); }\n"))
    return false;
  const auto built = runCommand({{clang.string(), source.string(), "-o", (scratch / "any").string()}, scratch}, scratch);
  return built && built->succeeded();
}

/// The one of packaging/bundle-compiler.sh. Where the system has a C++ library, programs are built with that, else with ours.
std::optional<Clang> bundledClang(const fs::path& scratch) {
  const auto path = companionPath("clang/bin/clang++");
  if (!path) return std::nullopt;
  if (canBuildPrograms(*path, scratch)) return clangAt(*path, scratch);
  return clangAt(path->string() + "-alone", scratch);
}

} // namespace

Result<Clang> locateClang() {
  GEVO_TRY_ASSIGN(const auto scratch, ScratchFolder::make());
  for (const std::string& name : {fmt::format("clang++-{}", clangVersion), std::string("clang++")})
    if (const auto path = findOnPath(name))
      if (auto clang = clangAt(*path, scratch.path())) return std::move(*clang);
  if (auto clang = bundledClang(scratch.path())) return std::move(*clang);
  return fail("clang {0} was not found on PATH; install the package clang-{0}", clangVersion);
}

Result<std::string> findClang() {
  GEVO_TRY_ASSIGN(const auto clang, locateClang());
  return fmt::format("{} ({})", clang.path.string(), clang.version);
}

} // namespace gevo::program
