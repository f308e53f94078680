#pragma once

/// Polynomials as TMBL programs: what a numerical analyst would try first, and mutation takes long to find.

#include "core/tmbl/cases.h"
#include "core/tmbl/program.h"

namespace gevo::tmbl {

/// The least-squares fits of degree 1, 2, ... in all inputs together, as far as a program takes no more than `mostInstructions`. By
/// Horner's scheme, an input after the other; of inputs whose range is far from 0 its middle is taken off first, so that float32 loses
/// little. The result is in slot 0. None where `operations` has no sums and products, or inputs depend on each other.
std::vector<Program> polynomialPrograms(const Cases& cases, std::size_t mostInstructions, OperationSet operations);

} // namespace gevo::tmbl
