#pragma once

/// Where in the sources something lies, and other texts that come from files: whoever made a file may not be a friend.

#include "core/values/variant_texts.h"

#include <string>
#include <string_view>

namespace gevo {

/// "hotspot.cu:61", with the chain of inlined calls: "helper.h:4 in hotspot.cu:61". Empty where nothing is known.
std::string formatLocation(const std::vector<SourcePosition>& chain);
/// On one line: control characters become blanks.
std::string oneLine(std::string_view text);

} // namespace gevo
