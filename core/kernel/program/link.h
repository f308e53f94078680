#pragma once

/// The last step of building a program: its objects on libgevocudart.

#include "core/kernel/program/compile.h"

namespace gevo::program {

/// Names what is missing: closed libraries, functions of CUDA that are not offered. Host code may use device variables of other .cu files.
Result<std::filesystem::path> linkProgram(const CompilerSetup& setup, const InputFiles& files, std::vector<std::string> objects,
                                          const std::vector<std::filesystem::path>& deviceCode);

} // namespace gevo::program
