#pragma once

/// What a fit begins with unless its user asks for something else, in a terminal and in a window.

#include <cstdint>
#include <string_view>

namespace gevo::tmbl {

inline constexpr std::string_view usualFunctions = "add,sub,mul,div,sqrt,exp,log,sin,cos";
inline constexpr std::uint64_t usualEvaluations = 200000;
inline constexpr double usualTestShare = 0.25; ///< of the rows, which are held out

} // namespace gevo::tmbl
