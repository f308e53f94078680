#pragma once

/// The card with ParetoView and the scrubber: colours, view options, export.

#include "ui/pareto/pareto_view.h"
#include "ui/pareto/scrubber.h"
#include "ui/widgets/card.h"

namespace gevo::ui {

class ParetoPane : public Card {
  Q_OBJECT
public:
  ParetoPane(const RunModel& model, Selection& selection, VariantGroup& group, const FilterModel& filter, TimelinePosition& timeline,
             QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  ParetoView* view() const { return view_; }
  Scrubber* scrubber() const { return scrubber_; }

private:
  QMenu* makeMoreMenu();
  void nameQuantities();
  void offerAxisPairs();

  const RunModel& model_;
  ParetoView* view_;
  Scrubber* scrubber_;
  QLabel* subtitle_;
  QToolButton* axisPair_; ///< instead of it in runs with more than two objectives
  QToolButton* colour_;
  QToolButton* band_;
  QToolButton* lasso_;
  QToolButton* reset_;
  QToolButton* more_;
};

} // namespace gevo::ui
