#include "ui/diff/prompt_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace gevo::ui {

namespace {

QToolButton* makeButton(const QString& text, const QString& hint, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setText(text);
  button->setToolTip(hint);
  button->setAccessibleName(hint);
  button->setAutoRaise(true);
  return button;
}

} // namespace

PromptBar::PromptBar(QWidget* parent)
    : QWidget(parent), label_(new QLabel(this)), edit_(new QLineEdit(this)),
      previous_(makeButton(QStringLiteral("◂"), tr("Previous match (Shift+F3)"), this)),
      next_(makeButton(QStringLiteral("▸"), tr("Next match (F3)"), this)), notice_(new QLabel(this)) {
  QToolButton* close = makeButton(QStringLiteral("×"), tr("Close (Escape)"), this);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 4, 6, 4);
  row->addWidget(label_);
  row->addWidget(edit_);
  row->addWidget(previous_);
  row->addWidget(next_);
  row->addWidget(notice_, 1);
  row->addWidget(close);
  edit_->setMaximumWidth(320);
  edit_->setAccessibleName(tr("Find"));
  setAutoFillBackground(true);
  setFocusProxy(edit_);
  connect(edit_, &QLineEdit::textEdited, this, [this](const QString& text) {
    if (purpose_ == Purpose::Find) emit textEdited(text);
  });
  connect(previous_, &QToolButton::clicked, this, &PromptBar::findPrevious);
  connect(next_, &QToolButton::clicked, this, &PromptBar::findNext);
  connect(close, &QToolButton::clicked, this, &PromptBar::closed);
  hide();
}

void PromptBar::open(Purpose purpose, const QString& suggestion) {
  purpose_ = purpose;
  const bool find = purpose == Purpose::Find;
  label_->setText(find ? tr("Find") : tr("Go to line"));
  edit_->setAccessibleName(label_->text());
  previous_->setVisible(find);
  next_->setVisible(find);
  setNotice({});
  edit_->setText(suggestion);
  edit_->selectAll();
  show();
  edit_->setFocus();
  if (find && !suggestion.isEmpty()) emit textEdited(suggestion);
}

void PromptBar::setNotice(const QString& notice) { notice_->setText(notice); }

QString PromptBar::notice() const { return notice_->text(); }

void PromptBar::setColors(const CodeColors& colors) {
  QPalette palette = this->palette();
  palette.setColor(QPalette::Window, colors.header);
  palette.setColor(QPalette::WindowText, colors.dim);
  palette.setColor(QPalette::ButtonText, colors.dim);
  palette.setColor(QPalette::Base, colors.background);
  palette.setColor(QPalette::Text, colors.text);
  setPalette(palette);
}

void PromptBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    emit closed();
  } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    accept(event->modifiers().testFlag(Qt::ShiftModifier));
  } else {
    QWidget::keyPressEvent(event);
  }
}

void PromptBar::accept(bool backwards) {
  if (purpose_ == Purpose::Find) {
    if (backwards) {
      emit findPrevious();
    } else {
      emit findNext();
    }
    return;
  }
  bool isNumber = false;
  const int line = edit_->text().trimmed().toInt(&isNumber);
  if (isNumber) {
    emit lineGiven(line);
  } else {
    setNotice(tr("“%1” is not a line number.").arg(edit_->text()));
  }
}

} // namespace gevo::ui
