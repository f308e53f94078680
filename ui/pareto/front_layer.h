#pragma once

/// The front as a step line with its members as points, the original as a labelled diamond, and what the colours of operators mean.

#include "ui/model/run_model.h"
#include "ui/pareto/pareto_scale.h"
#include "ui/pareto/scatter.h"
#include "ui/theme/theme.h"

#include <qcustomplot.h>

#include <functional>
#include <optional>

namespace gevo::ui {

class FrontLayer : public QCPLayerable {
  Q_OBJECT
public:
  FrontLayer(QCustomPlot* plot, const QString& layer, const RunModel& model, const ParetoScale& scale);
  void setTheme(const Theme& theme) { theme_ = theme; }
  /// By runtime.
  void setFront(std::vector<std::int64_t> ids) { front_ = std::move(ids); }
  const std::vector<std::int64_t>& front() const { return front_; }
  void setColour(ScatterColour colour) { colour_ = colour; }

protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  QRect clipRect() const override;
  void draw(QCPPainter* painter) override;

private:
  void drawBandLabel(QCPPainter* painter) const;
  void drawLegend(QCPPainter* painter) const;
  void drawFront(QCPPainter* painter) const;
  void drawSteps(QCPPainter* painter, const std::vector<ScatterPoint>& members) const;
  void drawDerived(QCPPainter* painter) const;
  void drawOriginals(QCPPainter* painter) const;
  void drawOriginal(QCPPainter* painter, const ScatterPoint& original, const QString& name) const;
  void drawLabel(QCPPainter* painter, const QRectF& area, Qt::Alignment side, const QString& text, const QColor& colour) const;

  const RunModel& model_;
  const ParetoScale& scale_;
  Theme theme_;
  std::vector<std::int64_t> front_;
  ScatterColour colour_ = ScatterColour::Generation;
};

/// Rings around the selected variant and the one it is compared with, and a thin one under the mouse. A layer of its own: repainting
/// it is cheap however many points there are.
class MarkLayer : public QCPLayerable {
  Q_OBJECT
public:
  MarkLayer(QCustomPlot* plot, const QString& layer, const ParetoScale& scale);
  void setTheme(const Theme& theme) { theme_ = theme; }
  /// Position of a variant; nothing for one that is not shown.
  void setPositions(std::function<std::optional<QPointF>(std::int64_t)> position) { position_ = std::move(position); }
  void setMarks(std::int64_t selected, std::int64_t compared, std::optional<std::int64_t> hovered);
  void setFocused(bool focused) { focused_ = focused; }

protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  QRect clipRect() const override;
  void draw(QCPPainter* painter) override;

private:
  void ring(QCPPainter* painter, std::int64_t id, double radius, const QPen& pen) const;

  std::function<std::optional<QPointF>(std::int64_t)> position_;
  const ParetoScale& scale_;
  Theme theme_;
  std::int64_t selected_ = -1;
  std::int64_t compared_ = 0;
  std::optional<std::int64_t> hovered_;
  bool focused_ = false;
};

} // namespace gevo::ui
