#pragma once

/// What preload/exec_recorder.c notes of a build.

#include "core/base/result.h"
#include "core/build_commands/compiler_call.h"

#include <string_view>

namespace gevo {

/// Of one note. Nothing if it is damaged, as that of a process that was killed while it wrote.
std::optional<BuildCommand> readNote(std::string_view text);

/// Of all notes in a folder, in the order of time. Calls that were tried in several folders of PATH are there once.
Result<std::vector<BuildCommand>> readNotes(const std::filesystem::path& folder);

} // namespace gevo
