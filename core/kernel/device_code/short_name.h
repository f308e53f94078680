#pragma once

#include <string>
#include <vector>

namespace gevo::program {

/// A demangled name as people can read it: those of libraries, whose template arguments run to hundreds of characters, lose the innermost
/// ones and versions of libraries, "cub::detail::reduce::DeviceReduceKernel<…>". Names of ordinary length stay.
std::string shortName(const std::string& name);

/// The same for the names of one program. Those that only the lost parts told apart get numbers.
std::vector<std::string> shortNames(const std::vector<std::string>& names);

} // namespace gevo::program
