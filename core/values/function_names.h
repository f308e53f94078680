#pragma once

/// Names of functions as users write them: "exp, nw::score<float, 3>".

#include <string>
#include <string_view>
#include <vector>

namespace gevo {

/// At commas and spaces, but for those between the brackets of template arguments.
std::vector<std::string> splitFunctionNames(std::string_view text);

} // namespace gevo
