#include "ui/widgets/card.h"

#include "ui/widgets/elided_label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>
#include <QToolButton>
#include <QVBoxLayout>

namespace gevo::ui {
namespace {

constexpr int headerHeight = 35;

} // namespace

QLabel* makeChip(const QString& tone, QWidget* parent) {
  auto* chip = new QLabel(parent);
  chip->setProperty("chip", tone);
  chip->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  return chip;
}

void setChip(QLabel* chip, const QString& tone, const QString& text) {
  chip->setText(text);
  chip->setVisible(!text.isEmpty());
  if (chip->property("chip").toString() == tone) return;
  chip->setProperty("chip", tone);
  chip->style()->unpolish(chip);
  chip->style()->polish(chip);
}

QLabel* makeDimLabel(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setProperty("dim", true);
  return label;
}

QToolButton* makeToolButton(const QString& text, const QString& tip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setFocusPolicy(Qt::TabFocus);
  button->setToolButtonStyle(text.isEmpty() ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
  button->setIconSize({16, 16});
  return button;
}

QToolButton* makeTab(const QString& text, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setText(text);
  button->setCheckable(true);
  button->setAutoExclusive(true);
  button->setFocusPolicy(Qt::TabFocus);
  button->setProperty("tab", true);
  return button;
}

CardHeader::CardHeader(QWidget* parent) : QWidget(parent), row_(new QHBoxLayout(this)) {
  setObjectName("cardHeader");
  row_->setContentsMargins(12, 3, 8, 3);
  row_->setSpacing(8);
  setFixedHeight(headerHeight);
}

QSize CardHeader::sizeHint() const { return {QWidget::sizeHint().width(), headerHeight}; }

QLabel* CardHeader::addTitle(const QString& title, const QString& subtitle) {
  auto* label = new QLabel(title, this);
  label->setObjectName("cardTitle");
  row_->addWidget(label);
  if (!subtitle.isEmpty()) {
    auto* second = new ElidedLabel(subtitle, this);
    second->setProperty("dim", true);
    row_->addWidget(second);
  }
  return label;
}

void CardHeader::paintEvent(QPaintEvent*) {
  QStyleOption option;
  option.initFrom(this);
  QPainter painter(this);
  style()->drawPrimitive(QStyle::PE_Widget, &option, &painter, this);
}

Card::Card(const QString& name, const QString& title, QWidget* parent) : QDockWidget(title, parent), header_(new CardHeader(this)) {
  setObjectName(name);
  setTitleBarWidget(header_);
  auto* frame = new QFrame(this);
  frame->setObjectName("cardBody");
  body_ = new QVBoxLayout(frame);
  body_->setContentsMargins(1, 0, 1, 5);
  body_->setSpacing(0);
  setWidget(frame);
}

} // namespace gevo::ui
