#pragma once

/// Source names of symbols. Names that are not mangled stay as they are.

#include <string>

namespace gevo {

/// The qualified name with template arguments, without parameters: "nw::fill<float>", "hotspot(float*)::tile".
std::string qualifiedName(const std::string& symbol);
/// For messages: the qualified name, whose template arguments are left out where they make it long: "cub::detail::scan<…>".
std::string briefName(const std::string& symbol);
/// The whole of it: "void nw::fill<float>(float*, int)".
std::string fullName(const std::string& symbol);
/// "nw::fill" of "nw::fill<float>"; other names stay as they are.
std::string withoutTemplateArguments(const std::string& qualifiedName);
/// The qualified name without its scope: "fill<nw::Plus>", "tile".
std::string unqualifiedName(const std::string& symbol);

} // namespace gevo
