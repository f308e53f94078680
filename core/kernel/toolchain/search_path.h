#pragma once

/// Finds programs as a shell does.

#include <filesystem>
#include <optional>
#include <string>

namespace gevo::program {

/// The first executable file of this name on PATH.
std::optional<std::filesystem::path> findOnPath(const std::string& name);

} // namespace gevo::program
