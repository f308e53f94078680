#pragma once

/// All valid variants as small discs, coloured by a figure. Drawn with cached pixmaps, one per pixel cell at most, so that
/// 100,000 of them cost no more than what can be seen.

#include "ui/pareto/pareto_scale.h"
#include "ui/run/run_model.h"
#include "ui/theme/theme.h"

#include <qcustomplot.h>

namespace gevo::ui {

class CloudLayer : public QCPLayerable {
  Q_OBJECT
public:
  enum class Colour { Generation, Edits };

  CloudLayer(QCustomPlot* plot, const QString& layer, const RunModel& model, const ParetoScale& scale);

  void setTheme(const Theme& theme);
  void setColour(Colour colour);
  Colour colour() const { return colour_; }
  void setPopulationOnly(bool only) { populationOnly_ = only; }
  bool populationOnly() const { return populationOnly_; }
  bool shows(const VariantRow& row) const { return !populationOnly_ || model_.inPopulation(row.id); }

protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  QRect clipRect() const override;
  void draw(QCPPainter* painter) override;

private:
  static constexpr int shades = 16;
  QColor colourOf(int shade) const;
  void makeDiscs();
  int shadeOf(const VariantRow& row, std::uint32_t latest) const;

  const RunModel& model_;
  const ParetoScale& scale_;
  Theme theme_;
  Colour colour_ = Colour::Generation;
  bool populationOnly_ = false;
  std::array<QPixmap, shades> discs_;
};

} // namespace gevo::ui
