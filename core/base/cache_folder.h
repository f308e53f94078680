#pragma once

/// Where what can be made again is kept for all processes of the user.

#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace gevo {

/// A folder of this name in the user's cache folder ($XDG_CACHE_HOME/gevo-explorer, else ~/.cache/gevo-explorer), or in the temporary
/// folder if there is no home. Made if need be, for this user alone; an error if it belongs to another.
Result<std::filesystem::path> cacheFolder(std::string_view name);

} // namespace gevo
