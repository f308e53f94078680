#pragma once

/// What a program can be built with in several ways, found in its sources.

#include "core/kernel/compile/compile.h"
#include "core/values/parameter.h"

namespace gevo::program {

/// The parameters that the program's own sources define: object-like macros that stand for one integer, constexpr or const integers and
/// enumerators whose value is an integer literal, which reach device code, the size of a shared or local array, or a launch configuration;
/// and such macros that the compiler is given by -D. In the order of the sources; those without a place come first. Values to try are not
/// filled in, only the program's own. A name that several definitions share is left out. An error names a file that clang can't read.
Result<std::vector<Parameter>> findParameters(const CompilerSetup& setup, const InputFiles& files, const std::vector<SourceFile>& sources);

} // namespace gevo::program
