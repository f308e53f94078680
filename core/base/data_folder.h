#pragma once

/// Where the user's own data is kept: what can't be made again.

#include "core/base/result.h"

#include <filesystem>

namespace gevo {

/// $XDG_DATA_HOME/gevo-explorer, else ~/.local/share/gevo-explorer; it may not exist yet. Empty for a user without a home folder.
std::filesystem::path dataFolder();

} // namespace gevo
