#pragma once

/// Which projects this user trusts: a list of digests in the user's own data folder
/// ($XDG_DATA_HOME/gevo-explorer/trusted, else ~/.local/share/...), never in the file. A file cannot claim trust for
/// itself, and whoever changes anything of a trusted project gets another digest.

#include "core/base/result.h"
#include "core/store/sha256.h"

namespace gevo {

bool isTrusted(const Sha256Digest& project);
/// An error names the folder that can't be written.
Result<void> rememberTrust(const Sha256Digest& project);

} // namespace gevo
