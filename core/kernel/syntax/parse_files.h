#pragma once

/// A program's CUDA files, parsed by libclang with the arguments that they are compiled with.

#include "core/kernel/compile/compile.h"
#include "core/kernel/syntax/translation_unit.h"

#include <functional>

namespace gevo::program {

/// Calls `read` with the unit of each CUDA file, which lives as long as the call. The texts of `sources` count, not those of the files.
/// `options`: CXTranslationUnit_Flags. An error names the file that clang can't read.
Result<void> parseFiles(const CompilerSetup& setup, const InputFiles& files, const std::vector<SourceFile>& sources, unsigned options,
                        const std::function<void(CXTranslationUnit)>& read);

} // namespace gevo::program
