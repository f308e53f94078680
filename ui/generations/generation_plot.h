#pragma once

/// What the plots of the generations pane have in common: a legend and, where the x axis counts generations, a mark at the current one.

#include "ui/model/run_model.h"
#include "ui/model/timeline_position.h"
#include "ui/plot/plot_widget.h"
#include "ui/theme/theme.h"

class QCPItemLine;

namespace gevo::ui {

class GenerationPlot : public PlotWidget {
  Q_OBJECT
public:
  GenerationPlot(const RunModel& model, const QString& accessibleName, QWidget* parent);
  void setTheme(const Theme& theme);
  /// Marks the generation of the timeline position; a click chooses one. Only where the x axis counts generations.
  void followTimeline(TimelinePosition& timeline);
  const QCPItemLine* mark() const { return mark_; }
  /// What is drawn, as data: a line per generation or bar.
  virtual QByteArray csv() const = 0;
  /// Name of exported files.
  virtual QString fileName() const = 0;

public slots:
  void resetView() override;

protected:
  void draw() final;
  /// Fills graphs and colours them by `theme()`.
  virtual void fillPlot() = 0;
  /// Ranges that show everything.
  virtual void fitRanges() = 0;
  /// The x axis counts generations; wheel and drag move along it.
  void countGenerations();
  void showGenerations();

  const RunModel& model() const { return model_; }
  const Theme& theme() const { return theme_; }

private:
  void moveMark();

  const RunModel& model_;
  Theme theme_;
  TimelinePosition* timeline_ = nullptr;
  QCPItemLine* mark_ = nullptr;
  bool counts_ = false;
};

} // namespace gevo::ui
