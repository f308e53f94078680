#pragma once

/// Programs as text. A program is a head and one instruction a line, target first; `#` begins a remark:
///
///     tmbl inputs 2 slots 4
///     set slot0 -1.6410167
///     sub slot1 input0
///     testsub slot0 slot2 input1    # if (slot2 > 0) slot0 -= input1
///
/// Constants are written with as few digits as give the same float32: parsePrograms(printProgram(p)) is p.

#include "core/tmbl/program.h"

#include <string>
#include <string_view>

namespace gevo::tmbl {

std::string printInstruction(const Instruction& instruction);
std::string printProgram(const Program& program);
/// Any number of programs, each with its head. Each is valid (check). An error names the line.
Result<std::vector<Program>> parsePrograms(std::string_view text);

} // namespace gevo::tmbl
