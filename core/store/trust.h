#pragma once

/// Which projects this user trusts: a list of digests in the user's own data folder
/// ($XDG_DATA_HOME/gevo-explorer/trusted, else ~/.local/share/...), never in the file. A file cannot claim trust for
/// itself, and whoever changes anything of a trusted project gets another digest.

#include "core/base/result.h"
#include "core/store/sha256.h"

#include <filesystem>

namespace gevo {

bool isTrusted(const Sha256Digest& project);
/// With the folder where the program's relative paths start, so that it can be built again; it is kept here and not in the file, which
/// would take the user's paths wherever it goes. Empty: not known, or as known before. An error names the folder that can't be written.
Result<void> rememberTrust(const Sha256Digest& project, const std::filesystem::path& folder = {});
/// Empty where the project is not trusted or its folder is not known.
std::filesystem::path trustedFolder(const Sha256Digest& project);

} // namespace gevo
