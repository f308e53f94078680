#pragma once

/// Libraries of kernels that come without source or IR (cuBLAS and the like): nothing there can be edited or simulated.

#include <set>
#include <string>
#include <string_view>

namespace gevo::program {

/// The library's name ("cuBLAS") by a function of it, by a header of it, by its word after -l; empty where it is none of them.
std::string_view closedLibraryOfFunction(std::string_view function);
std::string_view closedLibraryOfHeader(std::string_view header);
std::string_view closedLibraryOfWord(std::string_view word);

/// What to say of a program that uses them.
std::string closedLibrarySentence(const std::set<std::string>& libraries);

} // namespace gevo::program
