#pragma once

/// What the plots of the pane of generations have in common: one QCustomPlot with a legend, drawn when shown.

#include "ui/model/run_model.h"
#include "ui/model/timeline_position.h"
#include "ui/tasks/throttle.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QCPItemLine;
class QCustomPlot;

namespace gevo::ui {

class GenerationPlot : public QWidget {
  Q_OBJECT
public:
  GenerationPlot(const RunModel& model, const QString& accessibleName, QWidget* parent);
  void setTheme(const Theme& theme);
  QCustomPlot* plot() const { return plot_; }
  /// Marks the moment's generation, and a click chooses one. Only where the x axis counts generations.
  void followTimeline(TimelinePosition& timeline);
  const QCPItemLine* mark() const { return mark_; }
  /// What is drawn, as data: a line per generation or bar.
  virtual QByteArray csv() const = 0;
  /// Of the files that it is saved as.
  virtual QString fileName() const = 0;

public slots:
  /// Draws what the model holds now, at most twenty times a second; a hidden plot waits until it is shown.
  void refresh();
  /// Shows everything again.
  void resetView();

protected:
  void showEvent(QShowEvent* event) override;
  /// Fills graphs and colours them by `theme()`.
  virtual void draw() = 0;
  /// Ranges that show everything.
  virtual void fitRanges() = 0;
  /// The x axis counts generations; wheel and drag move along it.
  void countGenerations();
  void showGenerations();

  const RunModel& model() const { return model_; }
  const Theme& theme() const { return theme_; }

private:
  const RunModel& model_;
  Theme theme_;
  void drawNow();
  void placeMark();

  QCustomPlot* plot_;
  Throttle throttle_;
  TimelinePosition* timeline_ = nullptr;
  QCPItemLine* mark_ = nullptr;
  QPoint pressed_;
  bool counts_ = false;
  bool following_ = true; ///< until the user zooms or drags
};

} // namespace gevo::ui
