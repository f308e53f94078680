#pragma once

/// Source texts with rewrites in them.

#include "core/values/project.h"
#include "core/values/source_rewrite.h"

#include <span>

namespace gevo {

/// No byte belongs to both, and neither inserts within what the other replaces.
bool canBeCombined(const SourceRewrite& one, const SourceRewrite& other);

/// The sources that change, whole. Insertions at one place stay in the order of the rewrites, which can all be combined.
std::vector<SourceFile> applyRewrites(const std::vector<SourceFile>& sources, std::span<const SourceRewrite> rewrites);

} // namespace gevo
