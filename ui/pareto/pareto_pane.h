#pragma once

/// The card around ParetoView: what colours mean, view options, what there is to take away.

#include "ui/pareto/pareto_view.h"
#include "ui/theme/card.h"

namespace gevo::ui {

class ParetoPane : public Card {
  Q_OBJECT
public:
  ParetoPane(const RunModel& model, Selection& selection, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  ParetoView* view() const { return view_; }

private:
  QMenu* makeColourMenu();
  QMenu* makeMoreMenu();

  const RunModel& model_;
  ParetoView* view_;
  QToolButton* colour_;
  QToolButton* reset_;
  QToolButton* more_;
};

} // namespace gevo::ui
