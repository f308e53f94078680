#include "core/kernel/compile/changed_sources.h"

#include "core/kernel/device_code/device_code.h"
#include "core/kernel/ir/base_module.h"

namespace gevo::program {

namespace fs = std::filesystem;

CompilerSetup withSources(CompilerSetup setup, const InputFiles& files, const std::vector<SourceFile>& sources) {
  // clang finds them by paths that start at the folder it works in, links and all.
  const fs::path root = files.root.empty() ? fs::path(files.cuda.front()).parent_path() : fs::path(files.root);
  const fs::path given = fs::absolute(setup.folder / root);
  for (const fs::path& folder : {given, projectFolder(files, setup.folder)})
    for (const SourceFile& source : sources) setup.changedFiles[(folder / source.name).lexically_normal()] = source.text;
  return setup;
}

Result<Bytes> compileSources(const CompilerSetup& setup, const InputFiles& files) {
  GEVO_TRY_ASSIGN(const auto compiled, compileDeviceCode(setup, files));
  GEVO_TRY_ASSIGN(const Bytes linked, linkDeviceFiles(compiled, files.cuda));
  return ir::prepareBase(linked);
}

} // namespace gevo::program
