#pragma once

/// Evaluation results of each generation: stacked areas by reason, the most common reasons first.

#include "ui/generations/generation_plot.h"

namespace gevo::ui {

/// A reason, or the sum of the rarer ones ("other"), with its evaluations per generation.
struct AcceptanceBand {
  QString name;
  std::vector<double> evaluations;
};

/// Colour of the valid evaluations, then of the reasons in the order of `acceptanceBands`.
QColor bandColour(const Theme& theme, std::size_t band);

/// Valid evaluations first, then up to `most` reasons by frequency, then the rest together.
std::vector<AcceptanceBand> acceptanceBands(const std::vector<GenerationRow>& rows, std::size_t most);

class AcceptancePlot : public GenerationPlot {
  Q_OBJECT
public:
  explicit AcceptancePlot(const RunModel& model, QWidget* parent = nullptr);
  QByteArray csv() const override;
  QString fileName() const override { return QStringLiteral("acceptance"); }

protected:
  void fillPlot() override;
  void fitRanges() override;
};

} // namespace gevo::ui
