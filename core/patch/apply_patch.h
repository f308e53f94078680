#pragma once

/// Reads unified diffs, ours and those that people edited.

#include "core/base/result.h"
#include "core/values/project.h"

namespace gevo {

/// The sources that the patch changes, whole. Names are taken as `patch -p1` takes them; a hunk may have moved by some lines, but its
/// context must be there. Text before the first file is ignored. An error names the file and the line that does not fit.
Result<std::vector<SourceFile>> applyPatch(const std::vector<SourceFile>& sources, std::string_view patch);

} // namespace gevo
