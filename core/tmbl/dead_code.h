#pragma once

/// Instructions that reach a result. Evaluation without the others gives the same bits: PTX assemblers need not find that out (Lewis and
/// Magoulas 2011, section 5), and the length that a program is charged for is that of what it computes.

#include "core/tmbl/program.h"

#include <span>

namespace gevo::tmbl {

/// Per instruction: whether a result slot depends on it.
std::vector<bool> liveInstructions(const Program& program, std::span<const std::uint16_t> results);
/// The number of those.
std::size_t effectiveLength(const Program& program, std::span<const std::uint16_t> results);
/// Without dead instructions and those that set a slot to itself. Where nothing is left, one sets the first result to itself.
Program withoutDeadCode(const Program& program, std::span<const std::uint16_t> results);

/// Results in slot 0 only.
inline constexpr std::uint16_t firstSlot[] = {0};

} // namespace gevo::tmbl
