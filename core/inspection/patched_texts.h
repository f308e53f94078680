#pragma once

/// A patch as the views show sources: texts whose lines know where they were.

#include "core/edit/edit.h"
#include "core/values/project.h"
#include "core/values/source_patch.h"
#include "core/values/variant_texts.h"

namespace gevo {

/// The sources that the patch changes. Lines that it adds have no place in the original.
std::vector<RewrittenSource> patchedSources(const Project& project, const SourcePatch& patch);

/// Where the patch is proven, it is what the texts show as CUDA, and each edit says whether it is in it.
void showPatch(const Project& project, const EditList& edits, const SourcePatch& patch, VariantTexts& texts);

} // namespace gevo
