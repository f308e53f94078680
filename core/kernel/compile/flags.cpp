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

const SourceSettings* ownSettings(const BuildSettings& settings, const std::string& file) {
  const auto found = std::ranges::find(settings.perSource, file, &SourceSettings::file);
  return found == settings.perSource.end() ? nullptr : &*found;
}

CompilerSetup setupFor(const CompilerSetup& setup, const std::string& file) {
  CompilerSetup made = setup;
  const SourceSettings* const own = ownSettings(setup.settings, file);
  if (own == nullptr) return made;
  // Before those of all, which the user gave to change them.
  const auto prepend = [](std::vector<std::string>& list, const std::vector<std::string>& more) {
    list.insert(list.begin(), more.begin(), more.end());
  };
  prepend(made.settings.defines, own->defines);
  prepend(made.settings.includes, own->includes);
  prepend(made.settings.flags, own->flags);
  return made;
}

} // namespace gevo::program
