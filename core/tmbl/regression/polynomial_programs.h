#pragma once

/// Polynomials as TMBL programs: what a numerical analyst would try first, and mutation takes long to find.

#include "core/tmbl/cases.h"
#include "core/tmbl/program.h"

namespace gevo::tmbl {

/// The least-squares fits of degree 1, 2, ... in all inputs together, as far as a program takes no more than `mostInstructions`. By
/// Horner's scheme, an input after the other, of inputs less the middles of their ranges, so that float32 loses little; a product and a sum
/// are one MultiplyAdd. The result is in slot 0. None for a constant target or inputs that say nothing.
std::vector<Program> polynomialPrograms(const Cases& cases, std::size_t mostInstructions);

} // namespace gevo::tmbl
