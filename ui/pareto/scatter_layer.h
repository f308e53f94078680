#pragma once

/// The scatter in the plot: the last picture of ScatterPainter, stretched to the current axes until there is a newer one.

#include "ui/pareto/pareto_scale.h"
#include "ui/pareto/scatter.h"

#include <qcustomplot.h>

namespace gevo::ui {

struct Theme;

/// By colour index, see scatter.h.
std::array<QRgb, scatterColours> scatterPalette(const Theme& theme);

class ScatterLayer : public QCPLayerable {
  Q_OBJECT
public:
  ScatterLayer(QCustomPlot* plot, const QString& layer, const ParetoScale& scale);
  void setPicture(std::shared_ptr<const ScatterPicture> picture) { picture_ = std::move(picture); }
  const ScatterPicture* picture() const { return picture_.get(); }
  /// Id of the point nearest to a position; nothing if none is within `reach` pixels.
  std::optional<std::int64_t> nearest(const QPointF& position, double reach, PointKinds kinds) const;

protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  QRect clipRect() const override;
  void draw(QCPPainter* painter) override;

private:
  void drawShapes(QCPPainter& painter) const;
  QPointF moved(const QPointF& position, const AxisTransform& from, const AxisTransform& to) const;

  const ParetoScale& scale_;
  std::shared_ptr<const ScatterPicture> picture_;
};

} // namespace gevo::ui
