#pragma once

/// Libraries of kernels that come without source or IR (cuBLAS and the like): nothing there can be edited or simulated.

#include <set>
#include <string>
#include <string_view>

namespace gevo::program {

/// The library's name ("cuBLAS") from one of its functions, one of its headers or the argument of -l; empty if none of them fits.
std::string_view closedLibraryOfFunction(std::string_view function);
std::string_view closedLibraryOfHeader(std::string_view header);
std::string_view closedLibraryOfArgument(std::string_view argument);

/// Error message for a program that uses these libraries.
std::string closedLibraryMessage(const std::set<std::string>& libraries);

} // namespace gevo::program
