#pragma once

/// The last step of building a program: its objects on libgevocudart.

#include "core/kernel/compile/compile.h"

#include <set>

namespace gevo::program {

/// The error names what is missing: closed libraries, unsupported CUDA functions. Host code may use device variables of other .cu files.
Result<std::filesystem::path> linkProgram(const CompilerSetup& setup, const InputFiles& files, std::vector<std::string> objects,
                                          const std::vector<std::filesystem::path>& deviceCode);

/// The undefined names in error messages of GNU ld and lld.
std::set<std::string> undefinedNames(const std::string& errors);

/// The runtime's names, and the driver's: "cu" before a capital.
bool isOfCuda(const std::string& name);

/// The program's flags for linking, and its library folders.
std::vector<std::string> flagsForLinking(const CompilerSetup& setup);

} // namespace gevo::program
