#pragma once

/// Constants by least squares: a step of Levenberg 1944 and Marquardt 1963, with the two coefficients of linear scaling solved for at the
/// same time (variable projection; Golub and Pereyra 1973), and derivatives by differences. Mutation finds the shape of a program, this the
/// digits of its constants (compare Kommenda et al. 2020).

#include "core/tmbl/cases.h"
#include "core/tmbl/program.h"

#include <optional>

namespace gevo::tmbl {

struct TunedProgram {
  std::optional<Program> program; ///< nothing: no step makes the error smaller
  std::size_t evaluations = 0;    ///< of a program on all of `cases`
};

/// One step. Only live constants count, and of those the first 24.
TunedProgram tuneConstants(const Program& program, const Cases& cases);

} // namespace gevo::tmbl
