#include "ui/model/selection_keeper.h"

#include "core/store/unfinished_id.h"

#include <algorithm>
#include <ranges>

namespace gevo::ui {

SelectionKeeper::SelectionKeeper(const RunModel& model, Selection& selection, QObject* parent)
    : QObject(parent), model_(model), selection_(selection) {
  connect(&selection, &Selection::variantChanged, this, &SelectionKeeper::remember);
  connect(&model, &RunModel::updated, this, &SelectionKeeper::keep);
}

void SelectionKeeper::remember() {
  if (const VariantRow* row = model_.evaluationUnderWay(selection_.variant())) known_ = *row;
}

/// The complete row does not say which evaluation it was, but the same code from as many edits is the same to whoever looks at it.
void SelectionKeeper::keep() {
  if (!isUnfinished(selection_.variant()) || model_.evaluationUnderWay(selection_.variant())) return;
  const auto same = [&](const VariantRow& row) {
    return row.generation == known_.generation && row.code == known_.code && row.edits == known_.edits;
  };
  const auto found = std::ranges::find_if(std::views::reverse(model_.variants()), same);
  if (found != model_.variants().rend()) return selection_.suggest(found->id);
  selection_.clear(); // its generation was dropped
  if (model_.hasRun()) selection_.suggest(model_.suggestion());
}

} // namespace gevo::ui
