#pragma once

/// Elementary functions of steps that every processor and GPU computes alike, so that their results have the same bits everywhere, which
/// those of a mathematics library and of a GPU's approximations have not. Within 2 units in the last place of the true value; what they
/// give where that is not finite says operation.h.

#include "core/tmbl/code.h"

namespace gevo::tmbl {

Value exponential(CodeBuilder& code, Value x);
Value logarithm(CodeBuilder& code, Value x);
Value sine(CodeBuilder& code, Value x);
Value cosine(CodeBuilder& code, Value x);

} // namespace gevo::tmbl
