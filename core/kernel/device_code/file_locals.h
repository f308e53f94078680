#pragma once

/// File-local kernels and variables (static, or in an unnamed namespace) whose name another file of the program has as well. In one module
/// they would clash, so each gets the mark of its file.

#include "core/base/bytes.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gevo::program {

/// Renames them in the files' bitcode and appends the mark to those files, where the runtime finds it (fileMarkAt). `names` are the
/// sources. Files without such names stay unchanged.
Result<void> separateLocals(const std::vector<std::filesystem::path>& bitcode, const std::vector<std::string>& names);

/// The suffix of such names of a source.
std::string markOf(const std::string& name);

/// A file's bitcode without the mark.
std::string_view bitcodeIn(std::string_view file);

/// The mark that follows the bitcode of an image; empty if there is none.
std::string fileMarkAt(const std::uint8_t* endOfBitcode);

} // namespace gevo::program
