#pragma once

/// The `.cc` forms of instructions that also exist without it.

#include "core/kernel/inline_ptx/parser.h"

namespace gevo::ir::assembly {

class Translation;

void addSettingCarry(Translation& t);
void subtractSettingCarry(Translation& t);
void multiplyAddSettingCarry(Translation& t);

/// "mad.lo.cc.u32 l, a, b, c; madc.hi.u32 h, a, b, 0;" is one 64-bit multiply-add. False for any other pair.
bool isWideMultiplyAdd(const Statement& low, const Statement& high);
bool wideMultiplyAdd(Translation& t, const Statement& low, const Statement& high);

} // namespace gevo::ir::assembly
