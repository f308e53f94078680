#pragma once

/// The pane of generations: its plots and the tabs in the card's header that choose between them.

#include "ui/run/run_model.h"
#include "ui/theme/card.h"
#include "ui/theme/theme.h"

class QStackedWidget;

namespace gevo::ui {

class AcceptancePlot;
class GenerationPlot;
class LengthsPlot;
class OperatorsPlot;
class ProgressPlot;
class TakeMenu;

class GenerationsView : public Card {
  Q_OBJECT
public:
  explicit GenerationsView(const RunModel& model, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  ProgressPlot* progress() const { return progress_; }
  AcceptancePlot* acceptance() const { return acceptance_; }
  OperatorsPlot* operators() const { return operators_; }
  LengthsPlot* lengths() const { return lengths_; }
  void showPlot(GenerationPlot* plot);

private:
  void addPage(GenerationPlot* plot, const QString& title, const QString& tip);
  GenerationPlot* current() const;

  ProgressPlot* progress_;
  AcceptancePlot* acceptance_;
  OperatorsPlot* operators_;
  LengthsPlot* lengths_;
  QStackedWidget* pages_;
  std::vector<QToolButton*> tabs_; ///< in the order of the pages
  std::vector<TakeMenu*> takes_;   ///< likewise
  QToolButton* reset_ = nullptr;
  QToolButton* more_ = nullptr;
};

} // namespace gevo::ui
