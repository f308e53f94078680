#pragma once

/// What a kept function gives beyond the calls that tests made of it.

#include "core/kernel/synthesis/call_samples.h"

namespace gevo::program {

/// Adds rows of arguments at equal distances all over the range that calls had, so that rare ones are learnt from too. Of functions of one
/// floating-point parameter; those of others stay as they are. The function runs on the simulated GPU.
Result<void> addRange(CallSamples& samples, const ir::BaseModule& base, const sim::Model& model);

} // namespace gevo::program
