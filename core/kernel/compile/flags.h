#pragma once

/// Everything that a program's settings and flags say, in one place.

#include "core/build_commands/build_flags.h"
#include "core/kernel/compile/compile.h"

namespace gevo::program {

/// Of settings whose flags sortFiles has accepted.
BuildFlags flagsOf(const CompilerSetup& setup);

/// The setup of one source: what the program's own build gives it is added to what holds for all.
CompilerSetup setupFor(const CompilerSetup& setup, const std::string& file);

/// What the program's own build gives a source; null where it was given by hand.
const SourceSettings* ownSettings(const BuildSettings& settings, const std::string& file);

} // namespace gevo::program
