#pragma once

/// Directives of a list that a later one takes the place of.

#include "core/edit/edit.h"

namespace gevo {

/// Both tell the compiler the same thing of the same place, of which the last word counts.
bool supersedes(const Edit& later, const Edit& earlier);
/// Of several about the same place the last one stays.
EditList withoutSuperseded(EditList edits);

} // namespace gevo
