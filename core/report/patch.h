#pragma once

/// The CUDA side of a variant as a unified diff. It explains; what runs is the exported code.

#include "core/report/subject.h"
#include "core/values/variant_texts.h"

#include <string>

namespace gevo::report {

/// Comment lines say what it is and which edits can't be said in CUDA, with their places; then one `---`, `+++` and hunks with three
/// lines of context for each source that differs.
std::string patchText(const Subject& subject, const VariantTexts& texts);

} // namespace gevo::report
