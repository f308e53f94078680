#pragma once

/// Headers that a compiler did not find, and the packages that have them.

#include <optional>
#include <string>
#include <string_view>

namespace gevo::program {

struct MissingHeader {
  std::string header;
  std::string includedBy; ///< the file, as the compiler names it
};
/// The first that clang or gcc reports.
std::optional<MissingHeader> missingHeader(const std::string& errors);

/// Debian's package that has a well-known header; empty for any other.
std::string_view packageOfHeader(std::string_view header);

/// What is missing and what helps.
std::string missingHeaderMessage(const MissingHeader& missing);

} // namespace gevo::program
