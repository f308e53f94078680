#include "ui/plot/plot_style.h"

#include <qcustomplot.h>

namespace gevo::ui {

QFont plotFont(double scale) { return interfaceFont(qRound(11 * scale)); }

void stylePlot(QCustomPlot* plot, const Theme& theme) {
  plot->setBackground(theme.card);
  for (QCPAxisRect* rect : plot->axisRects()) {
    for (QCPAxis* axis : rect->axes()) {
      axis->setBasePen(Qt::NoPen);
      axis->setTickPen(Qt::NoPen);
      axis->setSubTickPen(Qt::NoPen);
      axis->setTickLabelFont(plotFont(theme.scale));
      axis->setTickLabelColor(theme.dim);
      axis->setLabelFont(plotFont(theme.scale));
      axis->setLabelColor(theme.dim);
      axis->grid()->setPen(QPen(theme.line, theme.scale));
      axis->grid()->setZeroLinePen(QPen(theme.line, theme.scale));
      axis->grid()->setAntialiased(false);
    }
  }
}

} // namespace gevo::ui
