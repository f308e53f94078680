#pragma once

/// Which projects this user trusts: a list of digests in the user's own data folder
/// ($XDG_DATA_HOME/gevo-explorer/trusted, else ~/.local/share/...), never in the file. A file cannot claim trust for
/// itself, and any change of a trusted project changes its digest.

#include "core/base/result.h"
#include "core/store/sha256.h"

#include <filesystem>

namespace gevo {

bool isTrusted(const Sha256Digest& project);
/// `folder`: where the program's relative paths start, so that it can be built again; empty: unknown, or as remembered before. It is not
/// kept in the file, which would spread the user's paths. An error names the folder that can't be written.
Result<void> rememberTrust(const Sha256Digest& project, const std::filesystem::path& folder = {});
/// Empty if the project is not trusted or its folder is unknown.
std::filesystem::path trustedFolder(const Sha256Digest& project);

} // namespace gevo
