#pragma once

/// The cloud in the plot: the last picture that CloudPainter made, stretched to the axes of now until there is a newer one.

#include "ui/pareto/pareto_scale.h"
#include "ui/pareto/scatter.h"

#include <qcustomplot.h>

namespace gevo::ui {

struct Theme;

/// By colour index, see scatter.h.
std::array<QRgb, cloudColours> cloudPalette(const Theme& theme);

class CloudLayer : public QCPLayerable {
  Q_OBJECT
public:
  CloudLayer(QCustomPlot* plot, const QString& layer, const ParetoScale& scale);
  void setPicture(std::shared_ptr<const CloudPicture> picture) { picture_ = std::move(picture); }
  const CloudPicture* picture() const { return picture_.get(); }
  /// Id of the point nearest to a place of the plot; nothing where none is within `reach` pixels.
  std::optional<std::int64_t> nearest(const QPointF& place, double reach, CloudKinds kinds) const;

protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  QRect clipRect() const override;
  void draw(QCPPainter* painter) override;

private:
  void drawShapes(QCPPainter& painter) const;
  QPointF moved(const QPointF& place, const Plane& from, const Plane& to) const;

  const ParetoScale& scale_;
  std::shared_ptr<const CloudPicture> picture_;
};

} // namespace gevo::ui
