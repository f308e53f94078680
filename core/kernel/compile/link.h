#pragma once

/// The last step of building a program: its objects on libgevocudart.

#include "core/kernel/compile/compile.h"

#include <set>

namespace gevo::program {

/// Names what is missing: closed libraries, functions of CUDA that are not offered. Host code may use device variables of other .cu files.
Result<std::filesystem::path> linkProgram(const CompilerSetup& setup, const InputFiles& files, std::vector<std::string> objects,
                                          const std::vector<std::filesystem::path>& deviceCode);

/// What the linker could not find, by GNU ld's and lld's words.
std::set<std::string> undefinedNames(const std::string& errors);

/// The runtime's names, and the driver's: "cu" before a capital.
bool isOfCuda(const std::string& name);

/// Flags of the program that linking needs, and where its libraries are.
std::vector<std::string> flagsForLinking(const CompilerSetup& setup);

} // namespace gevo::program
