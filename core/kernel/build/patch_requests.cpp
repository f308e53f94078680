#include "core/kernel/build/patch_requests.h"

#include "core/base/file.h"
#include "core/kernel/compile/changed_sources.h"
#include "core/kernel/syntax/read_syntax.h"

#include <algorithm>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

struct Toolchain {
  ScratchFolder scratch;
  InputFiles files;
  CompilerSetup setup;
};

bool areThere(const BuildSettings& build, const fs::path& folder) {
  return std::ranges::all_of(build.files, [&](const std::string& file) {
    std::error_code ignored;
    return fs::exists(folder / file, ignored);
  });
}

/// The sources of a file from elsewhere, where they can be compiled; empty if their paths don't allow that.
Result<fs::path> layOut(const Sources& sources, const fs::path& scratch) {
  const fs::path first = sources.build.files.empty() ? fs::path() : fs::path(sources.build.files.front());
  const fs::path root = sources.build.root.empty() ? first.parent_path() : fs::path(sources.build.root);
  const fs::path folder = scratch / "program";
  const auto isInside = [](const fs::path& path) {
    const fs::path plain = path.lexically_normal();
    return plain.is_relative() && (plain.empty() || *plain.begin() != "..");
  };
  if (!isInside(root)) return fs::path();
  for (const SourceFile& source : sources.files) {
    if (!isInside(source.name)) continue;
    const fs::path path = folder / root / source.name;
    std::error_code ignored;
    fs::create_directories(path.parent_path(), ignored);
    GEVO_TRY(writeFile(path, source.text));
  }
  return folder;
}

Result<Toolchain> open(const Sources& sources) {
  GEVO_TRY_ASSIGN(auto clang, locateClang());
  GEVO_TRY_ASSIGN(auto cuda, locateCuda());
  GEVO_TRY_ASSIGN(auto scratch, ScratchFolder::make());
  fs::path folder = sources.folder;
  if (folder.empty() || !areThere(sources.build, folder)) {
    GEVO_TRY_ASSIGN(folder, layOut(sources, scratch.path()));
  }
  GEVO_TRY_ASSIGN(auto files, sortFiles(sources.build, folder));
  CompilerSetup setup{std::move(clang), std::move(cuda), sources.build, folder, scratch.path()};
  return Toolchain{std::move(scratch), files, withSources(std::move(setup), files, sources.files)};
}

} // namespace

Result<SourceSyntax> syntaxOf(const ReadSyntaxRequest& request) {
  GEVO_TRY_ASSIGN(const Toolchain toolchain, open(request.sources));
  return readSyntax(toolchain.setup, toolchain.files, request.sources.files);
}

Result<CompiledSources> compile(const CompileSourcesRequest& request) {
  GEVO_TRY_ASSIGN(const Toolchain toolchain, open(request.sources));
  GEVO_TRY_ASSIGN(Bytes base, compileSources(toolchain.setup, toolchain.files));
  return CompiledSources{std::move(base)};
}

} // namespace gevo::program
