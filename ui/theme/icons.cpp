#include "ui/theme/icons.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace gevo::ui {

QIcon icon(const QString& name, const QColor& colour) {
  QFile file(":/gevo/icons/" + name + ".svg");
  if (!file.open(QIODevice::ReadOnly)) return {};
  QByteArray text = file.readAll();
  text.replace("currentColor", colour.name().toLatin1());
  QSvgRenderer renderer(text);
  QIcon result;
  for (const int scale : {1, 2, 3}) {
    QPixmap pixmap(16 * scale, 16 * scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    painter.end();
    pixmap.setDevicePixelRatio(scale);
    for (const QIcon::Mode mode : {QIcon::Normal, QIcon::Selected, QIcon::Active}) result.addPixmap(pixmap, mode);
  }
  return result;
}

} // namespace gevo::ui
