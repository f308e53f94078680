#include "ui/start/wrapped_lines.h"

#include <QFontMetrics>
#include <QTextLayout>

namespace gevo::ui {

QStringList wrappedLines(const QString& text, const QFont& font, int width, int most) {
  QTextLayout layout(text, font);
  layout.beginLayout();
  QStringList lines;
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width);
    if (lines.size() == most - 1) { // the last one takes the rest
      lines << QFontMetrics(font).elidedText(text.mid(line.textStart()), Qt::ElideRight, width);
      break;
    }
    lines << text.mid(line.textStart(), line.textLength()).trimmed();
  }
  layout.endLayout();
  return lines;
}

} // namespace gevo::ui
