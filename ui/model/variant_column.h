#pragma once

/// The columns of the table of variants, and the figures by which they are sorted and filtered.

#include "ui/model/annotation_source.h"
#include "ui/model/run_model.h"

namespace gevo::ui {

enum class VariantColumn { Star, Id, Generation, Runtime, Speedup, Error, Energy, Edits, Inactive, Origin, HeldOut, Note };

/// The run and its annotations.
struct VariantSource {
  const RunModel& run;
  const AnnotationSource& annotations;
};

/// What filters and sorting compare. Errors as shown: percent for shares. Energy: infinite where it was not measured. Star: 2 for a pinned
/// one, 1 more on the front. HeldOut: 1 passed, -1 failed. Note: 1 where there is one.
double columnValue(const VariantSource& source, const VariantRow& row, VariantColumn column);

} // namespace gevo::ui
