#pragma once

/// Command lines of held-out tests. `{seed}` in a line is replaced by a number; another number gives other inputs, so that a candidate
/// that follows a failure is validated on inputs that no choice depended on.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gevo {

/// True if the line contains `{seed}`.
bool takesSeed(std::string_view line);

/// The line with every `{seed}` replaced by `seed`.
std::string withSeed(std::string_view line, std::uint64_t seed);

/// The first number of a fixed sequence (five digits each) that does not occur in `lines`. Pass every command line that was run so far, so
/// that no two sets of inputs share a number.
std::uint64_t freshSeed(const std::vector<std::string>& lines);

} // namespace gevo
