#include "ui/model/selection.h"

namespace gevo::ui {

void Selection::choose(std::int64_t variant) {
  chosen_ = true;
  suggest(variant);
}

void Selection::suggest(std::int64_t variant) {
  if (variant == variant_) return;
  variant_ = variant;
  edit_ = -1;
  emit variantChanged(variant);
  emit editChanged(edit_);
}

void Selection::compareWith(std::int64_t variant) {
  if (variant == comparison_) return;
  comparison_ = variant;
  emit comparisonChanged(variant);
}

void Selection::chooseEdit(int edit) {
  if (edit == edit_) return;
  edit_ = edit;
  emit editChanged(edit);
}

void Selection::clear() {
  chosen_ = false;
  compareWith(0);
  suggest(-1);
}

} // namespace gevo::ui
