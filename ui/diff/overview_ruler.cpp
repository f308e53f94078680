#include "ui/diff/overview_ruler.h"

#include "ui/diff/diff_canvas.h"

#include <QCoreApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>

namespace gevo::ui {

namespace {

constexpr int kWidth = 12;
constexpr int kMargin = 2;
constexpr double kSmallestMark = 3;

struct Content {
  bool left = false;
  bool right = false;
};

Content contentOf(const DiffModel& model, const Difference& difference) {
  Content content;
  for (int row = difference.firstRow; row <= difference.lastRow; ++row) {
    const RowKind kind = model.row(row).kind;
    content.left = content.left || kind == RowKind::Removed || kind == RowKind::Changed;
    content.right = content.right || kind == RowKind::Added || kind == RowKind::Changed;
  }
  return content;
}

} // namespace

OverviewRuler::OverviewRuler(DiffCanvas& canvas, QWidget* parent) : QWidget(parent), canvas_(canvas) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
  setAttribute(Qt::WA_OpaquePaintEvent);
  connect(&canvas, &DiffCanvas::geometryChanged, this, qOverload<>(&QWidget::update));
  connect(&canvas, &DiffCanvas::foldsChanged, this, qOverload<>(&QWidget::update));
  connect(canvas.verticalScrollBar(), &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
}

QSize OverviewRuler::sizeHint() const { return {kWidth, 0}; }

/// A text that is shorter than the view is drawn beside its lines, not stretched.
double OverviewRuler::contentHeight() const {
  return std::max(1, std::max(canvas_.folds().count() * canvas_.rowHeight(), canvas_.viewport()->height()));
}

void OverviewRuler::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const CodeColors& colors = canvas_.colors();
  painter.fillRect(rect(), colors.gutter);
  const double scale = canvas_.viewport()->height() / contentHeight();
  if (scale < 1.0) {
    QColor slider = colors.dim;
    slider.setAlpha(colors.dark ? 70 : 55);
    const double top = canvas_.verticalScrollBar()->value() * scale;
    painter.fillRect(QRectF(0, top, width(), canvas_.viewport()->height() * scale), slider);
  }
  paintMarks(painter);
  painter.fillRect(QRect(0, 0, 1, height()), colors.border);
}

void OverviewRuler::paintMarks(QPainter& painter) const {
  const DiffModel& model = canvas_.model();
  const FoldMap& folds = canvas_.folds();
  const CodeColors& colors = canvas_.colors();
  const double scale = canvas_.viewport()->height() / contentHeight();
  const double half = (width() - 2.0 * kMargin) / 2.0;
  for (const Difference& difference : model.differences()) {
    const double top = folds.indexOfRow(difference.firstRow) * canvas_.rowHeight() * scale;
    const double bottom = (folds.indexOfRow(difference.lastRow) + 1) * canvas_.rowHeight() * scale;
    const double markHeight = std::max(kSmallestMark, std::min(bottom - top, bottom - top - 1));
    const Content content = contentOf(model, difference);
    if (!content.left && !content.right) {
      painter.fillRect(QRectF(kMargin, top, 2 * half, markHeight), colors.accent);
      continue;
    }
    // One colour says removed or added; half of each says changed.
    if (content.left) painter.fillRect(QRectF(kMargin, top, content.right ? half : 2 * half, markHeight), colors.removedMark);
    if (content.right) {
      painter.fillRect(QRectF(content.left ? kMargin + half : kMargin, top, content.left ? half : 2 * half, markHeight), colors.addedMark);
    }
  }
}

void OverviewRuler::scrollTo(int y) {
  const double scale = canvas_.viewport()->height() / contentHeight();
  canvas_.verticalScrollBar()->setValue(static_cast<int>(y / scale - canvas_.viewport()->height() / 2.0));
}

void OverviewRuler::mousePressEvent(QMouseEvent* event) { scrollTo(static_cast<int>(event->position().y())); }

void OverviewRuler::mouseMoveEvent(QMouseEvent* event) { scrollTo(static_cast<int>(event->position().y())); }

void OverviewRuler::wheelEvent(QWheelEvent* event) { QCoreApplication::sendEvent(canvas_.verticalScrollBar(), event); }

} // namespace gevo::ui
