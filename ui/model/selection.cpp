#include "ui/model/selection.h"

namespace gevo::ui {

void Selection::setFollowing(bool following) {
  if (following == following_) return;
  following_ = following;
  emit followingChanged(following);
}

void Selection::choose(std::int64_t variant) {
  setFollowing(false);
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
  setFollowing(false);
  setComparison(variant);
}

void Selection::setComparison(std::int64_t variant) {
  if (variant == comparison_) return;
  comparison_ = variant;
  emit comparisonChanged(variant);
}

void Selection::chooseEdit(int edit) {
  if (edit == edit_) return;
  if (edit >= 0) setFollowing(false);
  edit_ = edit;
  emit editChanged(edit);
}

void Selection::clear() {
  setComparison(0);
  suggest(-1);
  setFollowing(true);
}

} // namespace gevo::ui
