#pragma once

/// A variant's changes as a unified diff of the CUDA sources: the proven patch where the file has one, else an illustration, which says so.

#include "core/report/subject.h"
#include "core/values/variant_texts.h"

#include <string>

namespace gevo::report {

/// Comment lines that describe the variant, say what is proven and list the edits that are left out, with their locations; then `---`,
/// `+++` and hunks with three lines of context for each source that differs.
std::string patchText(const Subject& subject, const VariantTexts& texts);

} // namespace gevo::report
