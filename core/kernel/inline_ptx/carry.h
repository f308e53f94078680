#pragma once

/// The forms with `.cc` of instructions that are without it too.

#include "core/kernel/inline_ptx/parser.h"

namespace gevo::ir::assembly {

class Translation;

void addSettingCarry(Translation& t);
void subtractSettingCarry(Translation& t);
void multiplyAddSettingCarry(Translation& t);

/// "mad.lo.cc.u32 l, a, b, c; madc.hi.u32 h, a, b, 0;" is one multiply-add of 64 bits. False: these two are something else.
bool isWideMultiplyAdd(const Statement& low, const Statement& high);
bool wideMultiplyAdd(Translation& t, const Statement& low, const Statement& high);

} // namespace gevo::ir::assembly
