#pragma once

/// A configuration written into the program's sources, and into the macros that its compiler is given.

#include "core/base/result.h"
#include "core/edit/configuration.h"
#include "core/values/project.h"
#include "core/values/source_rewrite.h"

namespace gevo {

struct ConfiguredSources {
  std::vector<SourceFile> changed;  ///< whole texts of those that the configuration changes
  std::vector<std::string> defines; ///< instead of BuildSettings::defines
};

/// An error names a parameter that the program does not have, or a place that its sources don't have.
Result<ConfiguredSources> configureSources(const Project& project, const Configuration& configuration);

/// The project's sources and build settings as they are in the configuration.
Result<void> configure(Project& project, const Configuration& configuration);

/// The same change of the sources' texts as replacements, in the order of the places.
Result<std::vector<Replacement>> replacementsOf(const Project& project, const Configuration& configuration);

} // namespace gevo
