#include "ui/variant_table/filter_notice.h"

#include "ui/text/format.h"
#include "ui/widgets/card.h"

#include <QEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace gevo::ui {

FilterNotice::FilterNotice(QWidget* area, QLineEdit* filter)
    : QWidget(area), message_(makeDimLabel({}, this)), clear_(new QPushButton(tr("Clear the filter"), this)) {
  message_->setWordWrap(true);
  message_->setAlignment(Qt::AlignCenter);
  auto* column = new QVBoxLayout(this);
  column->addStretch();
  column->addWidget(message_);
  column->addWidget(clear_, 0, Qt::AlignHCenter);
  column->addStretch();
  connect(clear_, &QPushButton::clicked, filter, &QLineEdit::clear);
  area->installEventFilter(this);
  resize(area->size());
  hide();
}

void FilterNotice::setRows(std::uint64_t all, std::uint64_t shown) {
  message_->setText(all == 1 ? tr("The filter hides the only variant.") : tr("The filter hides all %1 variants.").arg(countText(all)));
  setVisible(all > 0 && shown == 0);
}

QString FilterNotice::message() const { return isHidden() ? QString() : message_->text(); }

bool FilterNotice::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) resize(parentWidget()->size());
  return QWidget::eventFilter(watched, event);
}

} // namespace gevo::ui
