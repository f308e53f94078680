#include "ui/diff/pane_header.h"

#include "ui/diff/diff_canvas.h"

#include <QFontMetrics>
#include <QPainter>

namespace gevo::ui {

namespace {

constexpr int kPadding = 10;
constexpr int kVerticalPadding = 3;

} // namespace

PaneHeader::PaneHeader(DiffCanvas& canvas, QWidget* parent) : QWidget(parent), canvas_(canvas) {
  QFont small = font();
  small.setPixelSize(12);
  setFont(small);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&canvas, &DiffCanvas::geometryChanged, this, qOverload<>(&QWidget::update));
}

QSize PaneHeader::sizeHint() const { return {0, fontMetrics().height() + 2 * kVerticalPadding + 1}; }

void PaneHeader::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const CodeColors& colors = canvas_.colors();
  painter.fillRect(rect(), colors.header);
  for (Side side : {Side::Left, Side::Right}) {
    const PaneGeometry pane = canvas_.paneGeometry(side);
    if (pane.width <= 0) continue;
    const QRect area(pane.left + kPadding, 0, pane.width - 2 * kPadding, height() - 1);
    const DiffDocument& document = canvas_.model().document(side);
    const int footer = fontMetrics().horizontalAdvance(document.footer);
    painter.setPen(colors.dim);
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignRight, document.footer);
    const int room = area.width() - footer - kPadding;
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft, fontMetrics().elidedText(document.title, Qt::ElideMiddle, room));
    if (side == Side::Right) painter.fillRect(QRect(pane.left - 1, 0, 1, height()), colors.border);
  }
  painter.fillRect(QRect(0, height() - 1, width(), 1), colors.border);
}

} // namespace gevo::ui
