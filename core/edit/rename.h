#pragma once

#include "core/edit/edit.h"

namespace gevo {

/// The same edits under other names, which are derived from the old ones: equal edits stay equal, and a second renaming gives yet other
/// names. Uids are unique within a run only: two runs of the same seed give the same ones to different edits.
EditList renamedEdits(EditList edits);

} // namespace gevo
