#pragma once

#include "core/project/program_runs.h"

#include <string>
#include <vector>

namespace gevo {

struct ExecRow {
  std::string name; ///< "variant 12"
  ProgramFigures figures;
};
/// The first row is the original; the speedups of the others are against it.
std::string execTable(const std::vector<ExecRow>& rows);

} // namespace gevo
