#pragma once

/// The headers of the system that a file begins with.

#include "core/kernel/compile/compile.h"

namespace gevo::program {

/// The lines with `#include <...>` that come before anything else, in the file itself or in the program's own headers that it begins with:
/// what comes before a header may change what it means. They end at the first that is found in a folder of the arguments' -I or -isystem,
/// which may be the program's own.
std::string leadingHeaders(const CompilerSetup& setup, const std::string& file, const std::vector<std::string>& arguments);

/// Folders of -I and -isystem, as given.
std::vector<std::filesystem::path> includeFolders(const std::vector<std::string>& arguments);

} // namespace gevo::program
