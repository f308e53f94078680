#pragma once

/// Kernels and variables that belong to one file only (static, or in a namespace without name) under a name that another file of the
/// program has as well. In one module they would be one: each gets the mark of its file.

#include "core/base/bytes.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gevo::program {

/// Renames them in the files' bitcode, and lets those files end with their mark, where the runtime finds it (fileMarkAt). `names` are the
/// sources. Files without such names stay as they are.
Result<void> separateLocals(const std::vector<std::filesystem::path>& bitcode, const std::vector<std::string>& names);

/// What those names of a source have behind them.
std::string markOf(const std::string& name);

/// A file's bitcode without the mark behind it.
std::string_view bitcodeIn(std::string_view file);

/// The mark that follows the bitcode of an image; empty where there is none.
std::string fileMarkAt(const std::uint8_t* endOfBitcode);

} // namespace gevo::program
