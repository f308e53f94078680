#pragma once

/// What a kept function gives beyond the calls that tests made of it.

#include "core/kernel/synthesis/call_samples.h"

namespace gevo::program {

/// Adds rows of arguments up to a tenth of their range beyond those that calls had, which is the domain then, unless the function has no
/// finite result somewhere there. Other inputs than the tests' go a little further, and one thread that does makes its warp compute both,
/// the program and the function. Rows of one floating-point parameter are at equal distances, so that rare arguments are learnt from too.
/// Those of several are calls that there were, spread: their arguments may depend on each other. The function runs on the simulated GPU.
Result<void> addRange(CallSamples& samples, const ir::BaseModule& base, const sim::Model& model);

} // namespace gevo::program
