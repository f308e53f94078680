#pragma once

/// What people read of a fit: figures, formulas, CUDA.

#include "core/tmbl/regression/regression.h"

#include <span>
#include <string>

namespace gevo::tmbl {

/// Four digits, however small it is: "3.961e-05".
std::string errorText(double error);
/// R^2: "0.978919"; "–" where it is not finite.
std::string explainedText(double share);
/// "length 4, training error 3.961e-05, test error 2.617e-05", and the end of a line.
std::string remarkOf(const FittedProgram& fitted, const RegressionData& data);
/// In the names of columns: "length / gravity * 5.5244 + 1.42866".
std::string formulaOf(const FittedProgram& fitted, const RegressionData& data);
/// A function for each program, named after its length; a column's name stands in a remark, since it need not be one in CUDA.
std::string cudaText(std::span<const FittedProgram> programs, const RegressionData& data);

} // namespace gevo::tmbl
