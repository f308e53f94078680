#include "core/kernel/toolchain/toolchain.h"

#include "core/kernel/process/process.h"
#include "core/kernel/toolchain/search_path.h"

namespace gevo::program {

Result<Clang> locateClang() {
  const std::string required = fmt::format("clang version {}.", clangVersion);
  for (const std::string& name : {fmt::format("clang++-{}", clangVersion), std::string("clang++")}) {
    const auto path = findOnPath(name);
    if (!path) continue;
    GEVO_TRY_ASSIGN(const auto scratch, ScratchFolder::make());
    const auto asked = runCommand({{path->string(), "--version"}, {}, {}, std::chrono::seconds(30)}, scratch.path());
    if (!asked || !asked->succeeded() || asked->output.find(required) == std::string::npos) continue;
    return Clang{*path, asked->output.substr(0, asked->output.find('\n'))};
  }
  return fail("clang {0} was not found on PATH; install the package clang-{0}", clangVersion);
}

Result<std::string> findClang() {
  GEVO_TRY_ASSIGN(const auto clang, locateClang());
  return fmt::format("{} ({})", clang.path.string(), clang.version);
}

} // namespace gevo::program
