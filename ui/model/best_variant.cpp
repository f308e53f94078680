#include "ui/model/best_variant.h"

#include "core/validation/validation.h"

namespace gevo::ui {

const VariantRow* bestVariant(const std::vector<std::int64_t>& front, const std::vector<ValidationRow>& validations, double error,
                              const std::function<const VariantRow*(std::int64_t)>& find) {
  const VariantRow* best = nullptr;
  const auto consider = [&](std::int64_t id) {
    const VariantRow* row = find(id);
    if (!row || row->error > error || (best && best->runtime <= row->runtime)) return;
    const ValidationRow* verdict = validationOf(validations, id);
    if (!verdict || verdict->passed) best = row;
  };
  for (const std::int64_t id : front) consider(id);
  // Of derived variants only those that stand for one that failed: the others are somebody's own.
  const auto standsForFailed = [&](std::int64_t id) {
    const VariantRow* row = find(id);
    const ValidationRow* verdict = row ? validationOf(validations, row->parent) : nullptr;
    return verdict && !verdict->passed;
  };
  for (const ValidationRow& row : validations)
    if (row.passed && (!isDerived(row.variant) || standsForFailed(row.variant))) consider(row.variant);
  return best;
}

} // namespace gevo::ui
