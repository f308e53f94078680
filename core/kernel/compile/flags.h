#pragma once

/// Everything that a program's settings and flags say, in one place.

#include "core/build_commands/build_flags.h"
#include "core/kernel/compile/compile.h"

namespace gevo::program {

/// Of settings whose flags sortFiles has accepted.
BuildFlags flagsOf(const CompilerSetup& setup);

} // namespace gevo::program
