#pragma once

/// Whether a program that was built can be used again.

#include "core/base/hash.h"
#include "core/kernel/compile/compile.h"

namespace gevo::program {

/// Of the project, whose sources are known to be unchanged, in its configuration, and of the objects and libraries that it was given. What
/// it is to be run with is none of it.
Hash128 programKey(Project project, const InputFiles& files, const std::filesystem::path& folder);

} // namespace gevo::program
