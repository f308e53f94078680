#pragma once

/// `gevo serve --stdio`: tells what a copy of a file lacks, over a pipe or ssh.

#include "core/base/result.h"

#include <filesystem>

namespace gevo {

/// Until the input ends. An error where the file can't be read any more, or the other side is none of ours; it was told.
Result<void> serveMirror(const std::filesystem::path& file, int input, int output);

} // namespace gevo
