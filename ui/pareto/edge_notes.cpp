#include "ui/pareto/edge_notes.h"

#include "ui/plot/plot_style.h"
#include "ui/text/format.h"

#include <algorithm>

namespace gevo::ui {

EdgeNotes::EdgeNotes(QCustomPlot* plot, const QString& layer, const ParetoScale& scale) : QCPLayerable(plot, layer), scale_(scale) {}

void EdgeNotes::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

QRect EdgeNotes::clipRect() const { return scale_.area(); }

std::vector<EdgeNotes::Note> EdgeNotes::notes() const {
  constexpr int margin = 4;
  const QRectF inside = QRectF(scale_.area()).adjusted(margin, margin, -margin, -margin);
  const QFontMetricsF metrics(plotFont(theme_.scale));
  std::vector<Note> notes;
  const auto add = [&](std::size_t count, const QString& text, Qt::Alignment side) {
    if (count == 0) return;
    QRectF area(0, 0, metrics.horizontalAdvance(text) + theme_.px(14), metrics.height() + theme_.px(4));
    area.moveCenter(inside.center());
    if (side == Qt::AlignTop) area.moveTop(inside.top());
    if (side == Qt::AlignBottom) area.moveBottom(inside.bottom());
    if (side == Qt::AlignLeft) area.moveLeft(inside.left());
    if (side == Qt::AlignRight) area.moveRight(inside.right());
    notes.push_back({text, area});
  };
  const auto shown = [](std::size_t count) { return countText(count); };
  add(outside_.above, QObject::tr("↑ %1 above").arg(shown(outside_.above)), Qt::AlignTop);
  add(outside_.below, QObject::tr("↓ %1 below").arg(shown(outside_.below)), Qt::AlignBottom);
  add(outside_.left, QObject::tr("← %1 to the left").arg(shown(outside_.left)), Qt::AlignLeft);
  add(outside_.right, QObject::tr("%1 to the right →").arg(shown(outside_.right)), Qt::AlignRight);
  return notes;
}

bool EdgeNotes::isAt(const QPointF& position) const {
  return std::ranges::any_of(notes(), [&](const Note& note) { return note.area.contains(position); });
}

void EdgeNotes::draw(QCPPainter* painter) {
  painter->setFont(plotFont(theme_.scale));
  for (const Note& note : notes()) {
    painter->setPen(QPen(theme_.line, 1));
    painter->setBrush(translucent(theme_.card, 0.92F));
    painter->drawRoundedRect(note.area.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    painter->setPen(theme_.accent);
    painter->drawText(note.area, int(Qt::AlignCenter), note.text);
  }
}

} // namespace gevo::ui
