#pragma once

/// The compiler of files without device code: the one that nvcc would take.

#include "core/kernel/compile/compile.h"

namespace gevo::program {

/// Of -ccbin or NVCC_CCBIN, a program or a folder with g++ and gcc; else g++ or gcc on PATH; else clang. An error names a given one that
/// does not exist.
Result<std::filesystem::path> hostCompiler(const CompilerSetup& setup, bool ofC);

/// The folder of the host compiler's own headers (omp.h); nothing where it does not tell.
std::optional<std::filesystem::path> headersOfHostCompiler(const CompilerSetup& setup);

/// clang has its OpenMP library.
bool clangHasOpenMp(const CompilerSetup& setup);

} // namespace gevo::program
