#pragma once

/// Runtime of the best per generation with the population's spread, and the best's error on a second axis.

#include "ui/run/run_model.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QCPGraph;
class QCPItemLine;
class QCustomPlot;

namespace gevo::ui {

class ProgressPlot : public QWidget {
  Q_OBJECT
public:
  explicit ProgressPlot(const RunModel& model, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  QCustomPlot* plot() const { return plot_; }
  QCPGraph* bestRuntime() const { return best_; }
  QCPGraph* bestError() const { return error_; }

public slots:
  void refresh();
  void resetView();

private:
  void fill();
  void fitRanges();

  const RunModel& model_;
  QCustomPlot* plot_;
  QCPGraph* spread_;
  QCPGraph* best_;
  QCPGraph* error_;
  QCPItemLine* now_;
  bool following_ = true;
};

} // namespace gevo::ui
