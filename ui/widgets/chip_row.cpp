#include "ui/widgets/chip_row.h"

#include "ui/widgets/card.h"

#include <QEvent>

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr int gap = 8;

} // namespace

ChipRow::ChipRow(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred); }

QLabel* ChipRow::add() {
  chips_.append(makeChip("plain", this));
  return chips_.back();
}

QList<QLabel*> ChipRow::shown() const {
  QList<QLabel*> shown;
  std::copy_if(chips_.begin(), chips_.end(), std::back_inserter(shown), [this](const QLabel* chip) { return chip->isVisibleTo(this); });
  return shown;
}

QSize ChipRow::sizeHint() const {
  QSize size(0, 0);
  for (const QLabel* chip : shown()) {
    const QSize wanted = chip->sizeHint();
    size = {size.width() + (size.width() > 0 ? gap : 0) + wanted.width(), std::max(size.height(), wanted.height())};
  }
  return size;
}

void ChipRow::arrange() {
  int x = 0;
  bool full = false;
  for (QLabel* chip : shown()) {
    const QSize size = chip->sizeHint();
    full = full || x + size.width() > width();
    // A hidden chip would count as one without text: it is moved out of view.
    chip->setGeometry(full ? width() : x, (height() - size.height()) / 2, size.width(), size.height());
    x += size.width() + gap;
  }
}

bool ChipRow::event(QEvent* event) {
  if (event->type() == QEvent::LayoutRequest) {
    updateGeometry();
    arrange();
  }
  return QWidget::event(event);
}

void ChipRow::resizeEvent(QResizeEvent*) { arrange(); }

} // namespace gevo::ui
