#pragma once

/// What became of the tries of each generation: stacked areas by reason, the commonest reasons first.

#include "ui/run/run_model.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QCPGraph;
class QCustomPlot;

namespace gevo::ui {

/// A reason, or what is summed up as "other", with its tries per generation.
struct AcceptanceBand {
  QString name;
  std::vector<double> tries;
};

/// Valid tries first, then up to `most` reasons by how often they came, then the rest together.
std::vector<AcceptanceBand> acceptanceBands(const std::vector<GenerationRow>& rows, std::size_t most);

class AcceptancePlot : public QWidget {
  Q_OBJECT
public:
  explicit AcceptancePlot(const RunModel& model, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  QCustomPlot* plot() const { return plot_; }

public slots:
  void refresh();

protected:
  void showEvent(QShowEvent* event) override;

private:
  QColor colourOf(std::size_t band) const;

  const RunModel& model_;
  Theme theme_;
  QCustomPlot* plot_;
};

} // namespace gevo::ui
