#pragma once

/// The file of an archive.

#include "core/ideas/archive.h"

#include <filesystem>
#include <functional>

namespace gevo {

/// `given`, or where that is empty ideas.json in the user's data folder. An error: there is no home folder.
Result<std::filesystem::path> ideaArchivePath(const std::string& given = {});

/// Empty where there is no such file. An error names the file and says what to do.
Result<IdeaArchive> readIdeaArchive(const std::filesystem::path& path);

/// Reads it, has it changed and writes it, while no other process does. A file that can't be read, or an error of `change`, leaves it as it
/// was.
Result<void> changeIdeaArchive(const std::filesystem::path& path, const std::function<Result<void>(IdeaArchive&)>& change);

/// For a run that is to begin: the archive's ideas without those of the program with this key. An error: there are none.
Result<Ideas> readIdeasFor(const std::string& key, const std::filesystem::path& path);

} // namespace gevo
