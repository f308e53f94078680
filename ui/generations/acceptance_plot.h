#pragma once

/// What became of the tries of each generation: stacked areas by reason, the commonest reasons first.

#include "ui/generations/generation_plot.h"

namespace gevo::ui {

/// A reason, or what is summed up as "other", with its tries per generation.
struct AcceptanceBand {
  QString name;
  std::vector<double> evaluations;
};

/// Of the valid tries, then of the reasons in the order of `acceptanceBands`.
QColor bandColour(const Theme& theme, std::size_t band);

/// Valid tries first, then up to `most` reasons by how often they came, then the rest together.
std::vector<AcceptanceBand> acceptanceBands(const std::vector<GenerationRow>& rows, std::size_t most);

class AcceptancePlot : public GenerationPlot {
  Q_OBJECT
public:
  explicit AcceptancePlot(const RunModel& model, QWidget* parent = nullptr);
  QByteArray csv() const override;
  QString fileName() const override { return QStringLiteral("acceptance"); }

protected:
  void draw() override;
  void fitRanges() override;
};

} // namespace gevo::ui
