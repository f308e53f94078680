#pragma once

/// A variant's changes as a unified diff of the CUDA sources. For explanation only: the exported code is what runs.

#include "core/report/subject.h"
#include "core/values/variant_texts.h"

#include <string>

namespace gevo::report {

/// Comment lines that describe the variant and list the edits that CUDA can't express, with their locations; then `---`, `+++` and hunks
/// with three lines of context for each source that differs.
std::string patchText(const Subject& subject, const VariantTexts& texts);

} // namespace gevo::report
