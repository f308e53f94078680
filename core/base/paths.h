#pragma once

/// Finds the program's own files: beside the build's binaries or under an installed prefix, never compiled in.

#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace gevo {

/// Folder of the running executable (or, inside the user's host program, of libgevocudart).
std::filesystem::path programFolder();

/// A file or folder of resources/: from GEVO_RESOURCES, the source tree of the build, or PREFIX/share/gevo-explorer.
Result<std::filesystem::path> resourcePath(std::string_view relative);

/// One of our programs or libraries ("gevo-worker", "libgevocudart.so"), beside the running one or in ../lib.
Result<std::filesystem::path> companionPath(std::string_view name);

} // namespace gevo
