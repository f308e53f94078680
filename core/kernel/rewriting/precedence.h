#pragma once

/// Operators in the text of an expression.

#include <string>
#include <string_view>

namespace gevo::ir {

/// How tightly operators bind in C++: the higher, the tighter. An expression without binary operators binds tightest.
inline constexpr int tightest = 13;
int precedenceOf(std::string_view binaryOperator);
/// Of the operator that holds the whole expression together.
int loosestIn(std::string_view expression);

/// As a developer would write it: "i != n" for "i == n".
std::string negated(const std::string& condition);
/// As a developer would write it: "a" for "true && a", "i >= 0" for "i > -1".
std::string asWritten(std::string condition);

} // namespace gevo::ir
