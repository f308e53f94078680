#include "ui/plot/plot_style.h"

#include <qcustomplot.h>

namespace gevo::ui {

QFont plotFont() { return interfaceFont(11); }

void stylePlot(QCustomPlot* plot, const Theme& theme) {
  plot->setBackground(theme.card);
  for (QCPAxisRect* rect : plot->axisRects()) {
    for (QCPAxis* axis : rect->axes()) {
      axis->setBasePen(Qt::NoPen);
      axis->setTickPen(Qt::NoPen);
      axis->setSubTickPen(Qt::NoPen);
      axis->setTickLabelFont(plotFont());
      axis->setTickLabelColor(theme.dim);
      axis->setLabelFont(plotFont());
      axis->setLabelColor(theme.dim);
      axis->grid()->setPen(QPen(theme.line, 1));
      axis->grid()->setZeroLinePen(QPen(theme.line, 1));
      axis->grid()->setAntialiased(false);
    }
  }
}

} // namespace gevo::ui
