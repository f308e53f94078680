#pragma once

/// The text form of an archive, JSON; `parse(print(a)) == a` always holds.

#include "core/ideas/archive.h"

#include <string_view>

namespace gevo {

std::string printIdeaArchive(const IdeaArchive& archive);
/// An error says what is wrong, without the name of a file.
Result<IdeaArchive> parseIdeaArchive(std::string_view text);

} // namespace gevo
