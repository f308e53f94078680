#pragma once

/// A run that starts from the front of another one.

#include "core/store/store.h"

namespace gevo {

/// The front of a run of the file at `path` (`run` 0: its latest), fastest first, without the original and without inactive edits.
/// Their edits get names of their own, so that they can't be confused with edits of the new run. It is an error if there is no such run, no
/// front, or another program than `project`: edits are only valid on the base they were made for.
Result<std::vector<EditList>> seedsFrom(const std::filesystem::path& path, std::int64_t run, const Project& project);

} // namespace gevo
