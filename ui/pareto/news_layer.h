#pragma once

/// What has just been found, for a moment: rings grow around new points, and the front glows where it has moved on. A layer of its own
/// above the points, like MarkLayer.

#include "ui/pareto/pareto_scale.h"
#include "ui/theme/theme.h"

#include <qcustomplot.h>

#include <functional>
#include <optional>
#include <vector>

namespace gevo::ui {

class NewsLayer : public QCPLayerable {
  Q_OBJECT
public:
  NewsLayer(QCustomPlot* plot, const QString& layer, const ParetoScale& scale);
  void setTheme(const Theme& theme) { theme_ = theme; }
  /// Position of a variant; nothing for one that is not shown.
  void setPositions(std::function<std::optional<QPointF>(std::int64_t)> position) { position_ = std::move(position); }
  /// Of many at once the latest are ringed.
  void announce(std::vector<std::int64_t> ids);
  /// The line of the front as it is drawn now.
  void glow(QPolygonF front);
  void clear();
  /// Variants that are ringed now.
  std::size_t ringed() const;
  bool glows() const { return !front_.isEmpty(); }

protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  QRect clipRect() const override;
  void draw(QCPPainter* painter) override;

private:
  struct Pulse {
    std::vector<std::int64_t> ids;
    qint64 since = 0; ///< milliseconds of clock_
  };
  void advance();
  void begin();

  const ParetoScale& scale_;
  std::function<std::optional<QPointF>(std::int64_t)> position_;
  Theme theme_;
  std::vector<Pulse> pulses_; ///< oldest first
  QPolygonF front_;
  qint64 frontSince_ = 0;
  QElapsedTimer clock_;
  QTimer frames_;
};

} // namespace gevo::ui
