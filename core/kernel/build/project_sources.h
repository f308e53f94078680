#pragma once

/// Texts of a program that its project keeps: to show, and to find parameters in.

#include "core/kernel/compile/compile.h"

namespace gevo::program {

/// The given files, and the project's headers that contain code. `codeFiles`: those that the device code comes from.
std::vector<SourceFile> sourcesWithCode(const CompilerSetup& setup, const InputFiles& files, const std::vector<std::string>& codeFiles);

/// Adds the project's headers without code that they include in quotes: constants often have one of their own.
void addIncludedHeaders(std::vector<SourceFile>& sources, const CompilerSetup& setup, const InputFiles& files);

} // namespace gevo::program
