#pragma once

/// The pane of variants, for its tests.

#include "tests/ui/synthetic_run.h"
#include "ui/variant_table/variants_pane.h"

#include <QUndoStack>

namespace gevo::ui {

/// The pane with all that it needs.
struct PaneScene {
  RunModel run;
  Selection selection;
  QUndoStack undo;
  AnnotationService annotations{run, undo};
  FilterModel filter{run, annotations};
  VariantGroup group{run, selection};
  VariantsPane pane{run, selection, group, filter, annotations};
};

} // namespace gevo::ui
