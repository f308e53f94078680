#pragma once

/// One call of a compiler, and what is said when it fails.

#include "core/kernel/compile/compile.h"

namespace gevo::program {

/// Runs clang on a .cu file. What nvcc accepts and clang does not is tried again: launch tokens with blanks, texture references.
Result<void> compileCuda(const CompilerSetup& setup, const std::string& file, std::vector<std::string> arguments);

/// Runs the compiler that `arguments` begin with on a file without device code.
Result<void> compileHostFile(const CompilerSetup& setup, const std::string& file, std::vector<std::string> arguments);

} // namespace gevo::program
