#include "ui/window/message_bar.h"

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace gevo::ui {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), text_(new QLabel(this)), details_(new QLabel(this)), offer_(new QPushButton(tr("Go there"), this)) {
  setObjectName("messageBar");
  more_ = makeToolButton(tr("Details"), tr("Show the full message"), this);
  more_->setCheckable(true);
  close_ = makeToolButton({}, tr("Close this message"), this);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text_->setWordWrap(true);
  details_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  details_->setFont(codeFont());
  details_->hide();
  auto* row = new QHBoxLayout;
  row->addWidget(text_, 1);
  row->addWidget(offer_);
  row->addWidget(more_);
  row->addWidget(close_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(14, 4, 8, 4);
  layout->addLayout(row);
  layout->addWidget(details_);
  connect(more_, &QToolButton::toggled, details_, &QWidget::setVisible);
  connect(close_, &QToolButton::clicked, this, &QWidget::hide);
  connect(offer_, &QPushButton::clicked, this, [this] {
    const std::function<void()> accepted = std::exchange(accepted_, nullptr);
    hide();
    if (accepted) accepted();
  });
  hide();
}

void MessageBar::setTheme(const Theme& theme) { close_->setIcon(icon("close", theme.dim)); }

void MessageBar::showError(const QString& message, const QString& details) { present("bad", message, details); }

void MessageBar::showNews(const QString& message) { present("good", message, {}); }

void MessageBar::offer(const QString& text, std::function<void()> accepted) {
  accepted_ = std::move(accepted);
  offer_->setText(text);
  offer_->show();
}

void MessageBar::withdrawOffer() {
  accepted_ = nullptr;
  offer_->hide();
}

QString MessageBar::message() const { return isHidden() ? QString() : text_->text(); }

bool MessageBar::showsError() const { return !isHidden() && property("tone") == "bad"; }

void MessageBar::present(const QString& tone, const QString& message, const QString& details) {
  QString text = message;
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  setProperty("tone", tone);
  style()->unpolish(this);
  style()->polish(this);
  text_->setText(text);
  details_->setText(details);
  withdrawOffer();
  more_->setChecked(false);
  more_->setVisible(!details.isEmpty());
  show();
  // Screen readers announce it at once.
  setAccessibleName(text);
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

} // namespace gevo::ui
