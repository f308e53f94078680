#pragma once

/// A line drawn freely around points, while the mouse draws it.

#include "ui/theme/theme.h"

#include <qcustomplot.h>

namespace gevo::ui {

class Lasso : public QCPLayerable {
  Q_OBJECT
public:
  Lasso(QCustomPlot* plot, const QString& layer);
  void setTheme(const Theme& theme) { theme_ = theme; }

  bool isDrawn() const { return isDrawn_; }
  void begin(const QPointF& place);
  void moveTo(const QPointF& place);
  /// What it encloses; empty where it was no more than a click.
  QPolygonF end();

protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  void draw(QCPPainter* painter) override;

private:
  Theme theme_;
  QPolygonF line_;
  bool isDrawn_ = false;
};

} // namespace gevo::ui
