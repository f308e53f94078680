#pragma once

/// The parameters of a program: those found in its sources, and those asked for.

#include "core/kernel/compile/compile.h"
#include "core/values/built_project.h"

namespace gevo::program {

struct ProgramParameters {
  ParameterSpace space;
  /// Found in device code beside blocks, grids and arrays, and not asked for: many stand for something else than a size.
  std::vector<Parameter> untuned;
};

/// `sources`: the program's own. An error names a parameter that is asked for and not there, or a requirement that can't be read. What
/// can't be read for finding parameters costs these, and a note says so; another one names those that are untuned.
Result<ProgramParameters> parameterSpaceOf(const BuildInputs& request, const CompilerSetup& setup, const InputFiles& files,
                                           const std::vector<SourceFile>& sources, std::vector<std::string>& notes);

} // namespace gevo::program
