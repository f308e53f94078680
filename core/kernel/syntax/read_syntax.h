#pragma once

/// The syntax of a program's CUDA sources, read by libclang with the arguments that the program is compiled with.

#include "core/kernel/compile/compile.h"
#include "core/values/source_syntax.h"

namespace gevo::program {

/// Of all functions that are written in `sources`, whose texts count, not those of the files. What no compiler sees (in a branch of the
/// preprocessor that is left out) and what a macro writes has no nodes of its own. An error names a file that clang can't read.
Result<SourceSyntax> readSyntax(const CompilerSetup& setup, const InputFiles& files, const std::vector<SourceFile>& sources);

} // namespace gevo::program
