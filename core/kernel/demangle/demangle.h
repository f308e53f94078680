#pragma once

/// What symbols are called in a source. Names that are not mangled stay as they are.

#include <string>

namespace gevo {

/// With what encloses it and template arguments, without parameters: "nw::fill<float>", "hotspot(float*)::tile".
std::string qualifiedName(const std::string& symbol);
/// The same without what encloses it: "fill<nw::Plus>", "tile".
std::string unqualifiedName(const std::string& symbol);

} // namespace gevo
