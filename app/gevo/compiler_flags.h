#pragma once

/// Flags of nvcc among the arguments of `gevo new`, which are no options as others have them: -arch=sm_80, -Xptxas -v.

#include "core/base/result.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace gevo {

/// The arguments that follow `new`, with each flag of nvcc as a value of --flag, and the words of a --flag taken apart. Fails on what is
/// neither an option of the command nor such a flag.
Result<std::vector<std::string>> withCompilerFlags(const CLI::App& command, const std::vector<std::string>& arguments);

} // namespace gevo
