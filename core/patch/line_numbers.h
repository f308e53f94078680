#pragma once

/// Races and other faults that the original has are excused by their lines, which a patch shifts.

#include <string>

namespace gevo {

/// The changed text with `#line` directives, so that the lines that it shares with the original keep the original's numbers, and new
/// lines have none of them.
std::string withOriginalLines(const std::string& original, const std::string& changed);

} // namespace gevo
