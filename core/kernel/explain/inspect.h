#pragma once

/// What the views show of a variant: its IR and PTX with source lines, and every edit in words.

#include "core/kernel/ir/base_module.h"
#include "core/values/project.h"
#include "core/values/variant_texts.h"

namespace gevo::ir {

/// `architecture` for the PTX. Texts of the original when `edits` is empty.
Result<VariantTexts> inspect(const BaseModule& base, const EditList& edits, const std::vector<SourceFile>& sources,
                             const std::string& architecture, bool plainIr = false);

} // namespace gevo::ir
