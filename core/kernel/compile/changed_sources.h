#pragma once

/// Device code of a project whose sources have other texts than its files.

#include "core/kernel/compile/compile.h"

namespace gevo::program {

/// The setup with these texts in place of the files'. `sources`: named relative to the project's folder.
CompilerSetup withSources(CompilerSetup setup, const InputFiles& files, const std::vector<SourceFile>& sources);

/// Compiled, linked and prepared as the base of a project is. An error's details are clang's diagnostics.
Result<Bytes> compileSources(const CompilerSetup& setup, const InputFiles& files);

} // namespace gevo::program
