#include "ui/presentation/board_head.h"

#include "ui/widgets/card.h"
#include "ui/widgets/chip_row.h"

#include <QHBoxLayout>
#include <QStyle>
#include <QVBoxLayout>

namespace gevo::ui {
namespace {

constexpr int mostChips = 6;

} // namespace

QLabel* makeStageLabel(const QString& role, QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setProperty("stage", role);
  label->setTextFormat(Qt::PlainText);
  return label;
}

BoardHead::BoardHead(QWidget* parent)
    : QWidget(parent), column_(new QVBoxLayout(this)), heading_(makeStageLabel("heading", this)), title_(makeStageLabel("title", this)),
      figure_(makeStageLabel("figure", this)) {
  column_->setContentsMargins(0, 0, 0, 0);
  column_->addWidget(heading_);
  auto* row = new QHBoxLayout;
  row->addWidget(title_, 1);
  row->addWidget(figure_);
  column_->addLayout(row);
  auto* chips = new ChipRow(this);
  for (int chip = 0; chip < mostChips; ++chip) chips_ << chips->add();
  column_->addWidget(chips);
}

void BoardHead::setTheme(const Theme& theme) { column_->setSpacing(theme.px(4)); }

void BoardHead::setTexts(const QString& heading, const QString& title) {
  heading_->setText(heading);
  title_->setText(title);
}

void BoardHead::setFigure(const QString& figure, bool good) {
  figure_->setText(figure);
  const QString tone = good ? "good" : "plain";
  if (figure_->property("tone").toString() == tone) return;
  figure_->setProperty("tone", tone);
  figure_->style()->unpolish(figure_);
  figure_->style()->polish(figure_);
}

void BoardHead::setChips(const QList<Chip>& chips) {
  for (qsizetype i = 0; i < chips_.size(); ++i) {
    const Chip chip = chips.value(i, {"plain", {}}); // one without a tone would have no padding either
    setChip(chips_[i], chip.tone, chip.text);
  }
}

QString BoardHead::title() const { return title_->text(); }

QString BoardHead::figure() const { return figure_->text(); }

QStringList BoardHead::chipTexts() const {
  QStringList texts;
  for (const QLabel* chip : chips_)
    if (!chip->text().isEmpty()) texts << chip->text();
  return texts;
}

} // namespace gevo::ui
