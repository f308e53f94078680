#pragma once

/// The pane of generations: its plots and the tabs in the card's header that choose between them.

#include "ui/model/run_model.h"
#include "ui/model/timeline_position.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"

class QStackedWidget;

namespace gevo::ui {

class AcceptancePlot;
class CurvePlot;
class GenerationPlot;
class LengthsPlot;
class OperatorsPlot;
class ProgressPlot;
class ExportMenu;

class GenerationsView : public Card {
  Q_OBJECT
public:
  GenerationsView(const RunModel& model, TimelinePosition& timeline, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  ProgressPlot* progress() const { return progress_; }
  AcceptancePlot* acceptance() const { return acceptance_; }
  OperatorsPlot* operators() const { return operators_; }
  LengthsPlot* lengths() const { return lengths_; }
  CurvePlot* hypervolume() const { return hypervolume_; }
  CurvePlot* rate() const { return rate_; }
  CurvePlot* energy() const { return energy_; }
  void showPlot(GenerationPlot* plot);

private:
  void addTab(GenerationPlot* plot, const QString& title, const QString& tip);
  QAction* addExtraTab(GenerationPlot* plot, const QString& title);
  void addPage(GenerationPlot* plot);
  void fillMenu();
  GenerationPlot* current() const;

  ProgressPlot* progress_;
  AcceptancePlot* acceptance_;
  OperatorsPlot* operators_;
  LengthsPlot* lengths_;
  CurvePlot* hypervolume_;
  CurvePlot* rate_;
  CurvePlot* energy_;
  TimelinePosition& timeline_;
  QStackedWidget* pages_;
  std::vector<QToolButton*> tabs_;   ///< in the order of the pages, the first of them
  QToolButton* extraTab_;            ///< the tab of the other pages, with a menu of them
  std::vector<ExportMenu*> exports_; ///< likewise
  QToolButton* reset_ = nullptr;
  QToolButton* more_ = nullptr;
};

} // namespace gevo::ui
