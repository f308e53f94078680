#pragma once

/// Runtime of the best per generation with the population's spread, and the best's error on a second axis.

#include "ui/generations/generation_plot.h"

class QCPGraph;
class QCPItemLine;

namespace gevo::ui {

class ProgressPlot : public GenerationPlot {
  Q_OBJECT
public:
  explicit ProgressPlot(const RunModel& model, QWidget* parent = nullptr);
  QCPGraph* bestRuntime() const { return best_; }
  QCPGraph* bestError() const { return error_; }

protected:
  void draw() override;
  void fitRanges() override;

private:
  void paint();

  QCPGraph* spread_;
  QCPGraph* best_;
  QCPGraph* error_;
  QCPItemLine* now_;
};

} // namespace gevo::ui
