#pragma once

/// Formats source locations, and other texts from files, which are not trusted.

#include "core/values/variant_texts.h"

#include <string>
#include <string_view>

namespace gevo {

/// "hotspot.cu:61", with the chain of inlined calls: "helper.h:4 in hotspot.cu:61". Empty if it is unknown.
std::string formatLocation(const std::vector<SourcePosition>& chain);
/// Replaces control characters, line breaks included, by blanks.
std::string oneLine(std::string_view text);

} // namespace gevo
