#pragma once

/// Command lines of held-out tests. `{seed}` in a line stands for a number: another number makes other inputs, so that a
/// candidate that comes after a failure is judged on inputs that no choice depended on.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gevo {

/// True when the line holds `{seed}`.
bool takesSeed(std::string_view line);

/// The line with `seed` in every place of `{seed}`; a line without it as it is.
std::string withSeed(std::string_view line, std::uint64_t seed);

/// The first number of a fixed sequence (five digits each) that is written in none of `lines`: give it every command line
/// that was run so far, and no two sets of inputs have a number in common.
std::uint64_t freshSeed(const std::vector<std::string>& lines);

} // namespace gevo
