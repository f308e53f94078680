#pragma once

/// The pane of generations: its two plots and the tabs in the card's header that choose between them.

#include "ui/run/run_model.h"
#include "ui/theme/card.h"
#include "ui/theme/theme.h"

class QStackedWidget;

namespace gevo::ui {

class AcceptancePlot;
class ProgressPlot;

class GenerationsView : public Card {
  Q_OBJECT
public:
  explicit GenerationsView(const RunModel& model, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  ProgressPlot* progress() const { return progress_; }
  AcceptancePlot* acceptance() const { return acceptance_; }
  void showAcceptance();

private:
  ProgressPlot* progress_;
  AcceptancePlot* acceptance_;
  QStackedWidget* pages_;
  QToolButton* acceptanceTab_ = nullptr;
  QToolButton* reset_ = nullptr;
};

} // namespace gevo::ui
