#pragma once

/// One figure per generation as a step line.

#include "ui/generations/generation_plot.h"

class QCPGraph;

namespace gevo::ui {

struct Curve {
  QString accessibleName;
  QString label;    ///< of the axis
  QString note;     ///< in the legend: what the figure means
  QString fileName; ///< of files, and of the data's column with its unit
  QString column;
  double (*value)(const GenerationRow& row); ///< no number where it is not known
  bool fromZero = true;                      ///< false: the axis shows what it changes by
};

/// Hypervolume of the front, see FrontProgress.
Curve hypervolumeCurve();
/// The least energy that any variant needed so far; of runs that measure it.
Curve energyCurve();
/// Evaluations per second of wall clock.
Curve rateCurve();

class CurvePlot : public GenerationPlot {
  Q_OBJECT
public:
  CurvePlot(const RunModel& model, const Curve& curve, QWidget* parent = nullptr);
  QCPGraph* graph() const { return graph_; }
  QByteArray csv() const override;
  QString fileName() const override { return curve_.fileName; }

protected:
  void fillPlot() override;
  void fitRanges() override;

private:
  Curve curve_;
  QCPGraph* graph_;
};

} // namespace gevo::ui
