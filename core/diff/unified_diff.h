#pragma once

/// Differences of two texts as `diff -u` and `patch` have them.

#include <string>
#include <string_view>

namespace gevo {

/// Headers with "a/NAME" and "b/NAME", then hunks with three lines of context. Without a difference the headers alone.
std::string unifiedDiff(std::string_view name, std::string_view before, std::string_view after);

} // namespace gevo
