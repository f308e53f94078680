#include "core/kernel/compile/host_compiler.h"

#include "core/kernel/toolchain/search_path.h"

#include "core/kernel/compile/flags.h"

#include <cstdlib>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

std::string givenCompiler(const CompilerSetup& setup) {
  if (const std::string given = flagsOf(setup).hostCompiler; !given.empty()) return given;
  const char* variable = std::getenv("NVCC_CCBIN");
  return variable != nullptr ? variable : "";
}

/// What a compiler prints for -print-file-name: an absolute path if it has the file.
std::optional<fs::path> fileOf(const fs::path& compiler, const std::string& name, const CompilerSetup& setup) {
  const auto asked =
      runCommand({{compiler.string(), "-print-file-name=" + name}, setup.folder, {}, std::chrono::seconds(60)}, setup.scratch);
  if (!asked || !asked->succeeded()) return std::nullopt;
  fs::path path = asked->output.substr(0, asked->output.find('\n'));
  std::error_code ignored;
  if (!path.is_absolute() || !fs::exists(path, ignored)) return std::nullopt;
  return path;
}

} // namespace

Result<fs::path> hostCompiler(const CompilerSetup& setup, bool ofC) {
  const std::string usual = ofC ? "gcc" : "g++";
  if (const std::string given = givenCompiler(setup); !given.empty()) {
    std::error_code ignored;
    const fs::path path = setup.folder / given;
    if (fs::is_directory(path, ignored)) {
      if (fs::exists(path / usual, ignored)) return path / usual;
      return fail("-ccbin names {}, which has no {}; give the path of a compiler", given, usual);
    }
    if (given.contains('/') && fs::exists(path, ignored)) return path;
    if (const auto found = findOnPath(given)) return *found;
    return fail("the host compiler {} was not found; give another one with -ccbin, or none to use {}", given, usual);
  }
  if (const auto found = findOnPath(usual)) return *found;
  return setup.clang.path;
}

std::optional<fs::path> headersOfHostCompiler(const CompilerSetup& setup) {
  const auto compiler = hostCompiler(setup, true);
  if (!compiler || *compiler == setup.clang.path) return std::nullopt;
  return fileOf(*compiler, "include", setup);
}

bool clangHasOpenMp(const CompilerSetup& setup) { return fileOf(setup.clang.path, "libomp.so", setup).has_value(); }

} // namespace gevo::program
