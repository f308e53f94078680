#pragma once

/// The card with ParallelView: which lines are shown, how many pass the filter, export.

#include "ui/parallel/parallel_view.h"
#include "ui/widgets/card.h"

class QToolButton;

namespace gevo::ui {

class ParallelPane : public Card {
  Q_OBJECT
public:
  explicit ParallelPane(const ParallelSources& sources, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  ParallelView* view() const { return view_; }
  QLabel* subtitle() const { return subtitle_; }
  QToolButton* linesButton() const { return lines_; }

private:
  void addLines();
  void addMore();
  void count();

  ParallelView* view_;
  QLabel* subtitle_;
  QToolButton* lines_;
  QToolButton* more_;
  const RunModel& model_;
  const FilterModel& filter_;
};

} // namespace gevo::ui
