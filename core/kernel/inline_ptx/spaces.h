#pragma once

/// Address spaces of PTX and their numbers in LLVM IR.

#include <optional>
#include <string_view>

namespace gevo::ir::assembly {

class Translation;

inline constexpr unsigned genericSpace = 0;
inline constexpr unsigned sharedSpace = 3;

std::optional<unsigned> spaceNamed(std::string_view name);
/// Takes the space from an instruction's modifiers; generic where there is none.
unsigned takeSpace(Translation& t);

} // namespace gevo::ir::assembly
