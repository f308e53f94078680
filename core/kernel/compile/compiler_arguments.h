#pragma once

/// The command lines of compilers, beginning with the program and without the file to compile.

#include "core/kernel/compile/compile.h"
#include "core/kernel/compile/flags.h"

namespace gevo::program {

using Arguments = std::vector<std::string>;

/// clang's for the device code of a CUDA file, as bitcode. Debug locations are relative to the project's folder.
Result<Arguments> deviceArguments(const CompilerSetup& setup, const InputFiles& files, const std::string& file);

/// clang's for the host's half of a CUDA file, which embeds `image`. Without clang's library, a file with OpenMP pragmas is an error
/// instead of one that runs on one thread.
Result<Arguments> hostHalfArguments(const CompilerSetup& setup, const std::string& file, const std::filesystem::path& image);

/// The host compiler's for a file without device code.
Result<Arguments> hostArguments(const CompilerSetup& setup, const BuildFlags& flags, bool isC);

} // namespace gevo::program
