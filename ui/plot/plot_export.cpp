#include "ui/plot/plot_export.h"

#include <qcustomplot.h>

namespace gevo::ui {
namespace {

/// A bitmap uses the image of the scatter; only a vector graphic draws each point as a shape, which is slow.
void paintPlot(QPaintDevice& device, QCustomPlot& plot) {
  QCPPainter painter(&device);
  painter.setMode(QCPPainter::pmVectorized, dynamic_cast<QImage*>(&device) == nullptr);
  painter.setMode(QCPPainter::pmNoCaching);
  plot.toPainter(&painter, plot.width(), plot.height());
}

} // namespace

ExportMenu* addPlotExport(QWidget* owner, QCustomPlot* plot, const QString& name, std::function<std::function<QByteArray()>()> csv) {
  return new ExportMenu(
      owner, {name, [plot] { return plot->size(); }, [plot](QPaintDevice& device) { paintPlot(device, *plot); }, std::move(csv)});
}

} // namespace gevo::ui
