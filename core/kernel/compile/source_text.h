#pragma once

/// CUDA source as text: what a compiler for C++ takes differently from nvcc.

#include <optional>
#include <string>
#include <string_view>

namespace gevo::program {

/// The text with comments, and what is between the quotes of literals, as blanks; lines and columns stay.
std::string withoutCommentsAndLiterals(std::string_view text);

/// It defines or launches a kernel, outside of preprocessor directives.
bool hasDeviceCode(std::string_view text);

/// The text with the launches `k << <1, 2>> >(x)`, which nvcc accepts, as `k <<<1, 2>>> (x)`: lines and columns of everything else stay.
/// Nothing if there is none.
std::optional<std::string> withWholeLaunchTokens(const std::string& text);

} // namespace gevo::program
