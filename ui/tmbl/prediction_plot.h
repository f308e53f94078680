#pragma once

/// What a program predicts against the target, a point for each row. A program that fits has them on the diagonal.

#include "ui/plot/plot_widget.h"
#include "ui/theme/theme.h"
#include "ui/tmbl/fit_service.h"

class QCPGraph;
class QCPItemStraightLine;

namespace gevo::ui {

class PredictionPlot : public PlotWidget {
  Q_OBJECT
public:
  explicit PredictionPlot(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void begin(std::shared_ptr<const FitData> data);
  void setProgram(const tmbl::FittedProgram& program);
  QCPGraph* points() const { return points_; }
  /// "target,prediction" of the rows that are shown.
  QByteArray csv() const;

protected:
  void draw() override;

private:
  Theme theme_;
  std::shared_ptr<const FitData> data_;
  std::vector<float> predicted_; ///< by row of the sample; empty: no program
  QCPGraph* points_;
  QCPItemStraightLine* diagonal_;
};

} // namespace gevo::ui
