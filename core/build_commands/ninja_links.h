#pragma once

/// What is linked, by the build.ninja that CMake writes beside compile_commands.json.

#include "core/build_commands/compiler_call.h"

#include <string_view>
#include <vector>

namespace gevo {

/// The links and archives in the text of a build.ninja that runs in this folder. Other build statements are left out.
std::vector<CompilerCall> linksOfNinja(std::string_view text, const std::filesystem::path& folder);

} // namespace gevo
