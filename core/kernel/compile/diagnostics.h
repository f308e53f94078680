#pragma once

/// What clang and gcc print about a source.

#include <set>
#include <string>

namespace gevo::program {

/// Diagnostics with their notes and source lines: errors first, then warnings.
std::string errorsFirst(const std::string& text);

/// Files in which there are errors, as the compiler names them.
std::set<std::string> filesWithErrors(const std::string& text);

} // namespace gevo::program
