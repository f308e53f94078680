#pragma once

/// How long the edit lists of the population are, per generation: a search that bloats shows here first.

#include "ui/generations/generation_plot.h"

class QCPGraph;

namespace gevo::ui {

class LengthsPlot : public GenerationPlot {
  Q_OBJECT
public:
  explicit LengthsPlot(const RunModel& model, QWidget* parent = nullptr);
  QCPGraph* median() const { return median_; }
  QCPGraph* largest() const { return largest_; }
  QByteArray csv() const override;
  QString fileName() const override { return QStringLiteral("edit-lengths"); }

protected:
  void fillPlot() override;
  void fitRanges() override;

private:
  QCPGraph* mean_;
  QCPGraph* median_;
  QCPGraph* largest_;
};

} // namespace gevo::ui
