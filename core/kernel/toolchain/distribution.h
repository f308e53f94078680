#pragma once

/// What the user's Linux distribution calls the packages that we need.

#include <filesystem>
#include <string>

namespace gevo::program {

/// The end of a sentence: "install the package ...". `osRelease` is a file as os-release(5) describes.
std::string howToInstallCuda(const std::filesystem::path& osRelease = "/etc/os-release");

} // namespace gevo::program
