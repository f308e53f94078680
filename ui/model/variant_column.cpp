#include "ui/model/variant_column.h"

#include "core/format/error_figure.h"

#include <cmath>
#include <limits>

namespace gevo::ui {

double columnValue(const VariantSource& source, const VariantRow& row, VariantColumn column) {
  const RunModel& model = source.run;
  switch (column) {
  case VariantColumn::Star:
    return (source.annotations.pinned(row.id) ? 2 : 0) + (model.onFront(row.id) ? 1 : 0);
  case VariantColumn::Id:
    return static_cast<double>(row.id);
  case VariantColumn::Generation:
    return row.generation;
  case VariantColumn::Runtime:
    return row.runtime;
  case VariantColumn::Speedup:
    return model.speedup(row);
  case VariantColumn::Error:
    return row.error * errorScale(model.run().settings.evaluation.metric);
  case VariantColumn::Energy:
    return std::isfinite(row.energy) ? row.energy : std::numeric_limits<double>::infinity();
  case VariantColumn::Edits:
    return row.edits;
  case VariantColumn::Inactive:
    return row.inactive;
  case VariantColumn::Origin:
    return static_cast<double>(row.origin);
  case VariantColumn::HeldOut: {
    const ValidationRow* validation = model.validation(row.id);
    return !validation ? 0 : validation->passed ? 1 : -1;
  }
  case VariantColumn::Note:
    return source.annotations.of(row.id).note.empty() ? 0 : 1;
  }
  return 0;
}

} // namespace gevo::ui
