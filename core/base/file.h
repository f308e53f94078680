#pragma once

#include "core/base/bytes.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace gevo {

/// An error names the file and the reason ("No such file or directory").
Result<std::string> readFile(const std::filesystem::path& path);
/// Writes beside the target and renames, so that a full disk never leaves half a file.
Result<void> writeFile(const std::filesystem::path& path, std::string_view contents);

} // namespace gevo
