#pragma once

/// The texts of a variant for views: its IR and PTX with source lines, and a description of every edit.

#include "core/kernel/ir/base_module.h"
#include "core/values/project.h"
#include "core/values/variant_texts.h"

namespace gevo::ir {

/// `architecture` for the PTX. Texts of the original when `edits` is empty.
Result<VariantTexts> inspect(const BaseModule& base, const EditList& edits, const std::vector<SourceFile>& sources,
                             const std::string& architecture, bool plainIr = false);

/// Only the words of it: edits and consequences.
Result<VariantTexts> describeVariant(const BaseModule& base, const EditList& edits, const std::vector<SourceFile>& sources);

} // namespace gevo::ir
