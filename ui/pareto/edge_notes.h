#pragma once

/// What lies outside the axes, told at the edge that it lies beyond: "↑ 9,881 above". A click on such a note shows everything.

#include "ui/pareto/pareto_scale.h"
#include "ui/pareto/scatter.h"
#include "ui/theme/theme.h"

#include <qcustomplot.h>

namespace gevo::ui {

class EdgeNotes : public QCPLayerable {
  Q_OBJECT
public:
  EdgeNotes(QCustomPlot* plot, const QString& layer, const ParetoScale& scale);
  void setTheme(const Theme& theme) { theme_ = theme; }
  void setOutside(const PointsOutside& outside) { outside_ = outside; }

  struct Note {
    QString text;
    QRectF area; ///< pixels of the plot
  };
  /// Those that are shown.
  std::vector<Note> notes() const;
  bool isAt(const QPointF& position) const;

protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  QRect clipRect() const override;
  void draw(QCPPainter* painter) override;

private:
  const ParetoScale& scale_;
  Theme theme_;
  PointsOutside outside_;
};

} // namespace gevo::ui
