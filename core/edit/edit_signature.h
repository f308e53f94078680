#pragma once

/// What an edit does, without the names that its run gave it: edits of several runs on one base that do the same have the same signature.

#include "core/edit/edit.h"

#include <string>

namespace gevo {

/// `variant`: the list that the edit is of. An instruction that another edit of it creates goes by that one's signature. Repairs, which
/// follow from the place that an edit has in its list, don't count. Edits of code in different configurations differ: their bases do.
std::string editSignature(const Edit& edit, const EditList& variant);

} // namespace gevo
