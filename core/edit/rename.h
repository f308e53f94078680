#pragma once

#include "core/edit/edit.h"

namespace gevo {

/// The same edits under other names. Which ones follows from the old ones, so that equal edits stay equal; renamed twice they
/// have yet others. Uids are unique within a run only: two runs of the same seed give the same ones to different edits.
EditList renamedEdits(EditList edits);

} // namespace gevo
