#pragma once

/// A program taken over from the user's own build, instead of a list of sources, macros and folders.

#include "core/base/result.h"
#include "core/values/project.h"

#include <filesystem>

namespace gevo {

struct OwnBuild {
  std::string program;    ///< its name
  BuildSettings settings; ///< files, their settings, libraries
  std::string note;       ///< about the build; may be empty
};

/// Runs the build in a folder, and takes the program with this name, or the only one with CUDA code. An error of a failed build has the end
/// of its output as details.
Result<OwnBuild> takeFromBuild(const std::vector<std::string>& command, const std::filesystem::path& folder, const std::string& program);

/// From a compile_commands.json, of those sources (all, if none are given). What CMake wrote beside it says what is linked; without that,
/// all of a target's sources are.
Result<OwnBuild> takeFromCompileCommands(const std::filesystem::path& file, const std::filesystem::path& folder, const std::string& program,
                                         const std::vector<std::string>& sources);

} // namespace gevo
