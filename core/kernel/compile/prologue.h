#pragma once

/// What is included before each .cu file: our headers, then the program's macros, which thus can't reach what we include.

#include "core/kernel/compile/compile.h"

namespace gevo::program {

/// Macros by their names that headers of the system and of CUDA read: they are defined on the command line.
bool isForHeaders(std::string_view macro);

/// The text of the prologue. `macros` are "-DX=1" and "-UX" in their order.
std::string prologueText(const std::filesystem::path& ours, const std::vector<std::string>& macros);

} // namespace gevo::program
