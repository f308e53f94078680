#include "core/kernel/compile/flags.h"

#include <algorithm>

namespace gevo::program {

BuildFlags flagsOf(const CompilerSetup& setup) {
  const BuildSettings& settings = setup.settings;
  BuildFlags flags = readFlags(settings.flags, FlagDialect::Nvcc).value_or(BuildFlags());
  const auto prepend = [](std::vector<std::string>& list, const std::vector<std::string>& more) {
    list.insert(list.begin(), more.begin(), more.end());
  };
  std::vector<std::string> macros;
  for (const std::string& define : settings.defines) macros.push_back("-D" + define);
  prepend(flags.macros, macros);
  prepend(flags.includes, settings.includes);
  prepend(flags.libraries, settings.libraries);
  prepend(flags.libraryFolders, settings.libraryFolders);
  return flags;
}

} // namespace gevo::program
