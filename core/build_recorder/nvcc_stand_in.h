#pragma once

/// Builds on a machine without nvcc: a script takes its place, which compiles nothing and makes the files that the build expects, so that
/// the build goes on to its link line.

#include "core/base/result.h"

#include <filesystem>
#include <optional>

namespace gevo {

/// The folder of nvcc: on PATH; or in CUDA_PATH or CUDA_HOME, if one of them is set, else in /usr/local/cuda.
std::optional<std::filesystem::path> folderOfNvcc();

/// Writes the script, called nvcc, into a folder.
Result<std::filesystem::path> writeNvccStandIn(const std::filesystem::path& folder);

} // namespace gevo
