#include "ui/setup/limit_row.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>

namespace gevo::ui {

LimitRow::LimitRow(const QString& before, const QString& behind, double least, double most, int decimals, double otherwise, QWidget* parent)
    : QWidget(parent), check_(new QCheckBox(before, this)), number_(new QDoubleSpinBox(this)), behind_(new QLabel(behind, this)),
      plural_(behind), singular_(behind) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  number_->setDecimals(decimals);
  number_->setRange(least, most);
  number_->setValue(otherwise);
  number_->setEnabled(false);
  number_->setGroupSeparatorShown(true);
  number_->setAccessibleName(before + ' ' + behind);
  if (decimals > 0) number_->setSingleStep(most > 10'000 ? 1 : 0.05); // minutes, or a speedup
  row->addWidget(check_);
  row->addWidget(number_);
  row->addWidget(behind_);
  row->addStretch();
  connect(check_, &QCheckBox::toggled, number_, &QWidget::setEnabled);
  connect(check_, &QCheckBox::toggled, this, &LimitRow::changed);
  connect(number_, &QDoubleSpinBox::valueChanged, this, &LimitRow::changed);
  connect(number_, &QDoubleSpinBox::valueChanged, this, &LimitRow::showBehind);
}

void LimitRow::setSingular(const QString& behind) {
  singular_ = behind;
  showBehind();
}

QString LimitRow::behind() const { return behind_->text(); }

void LimitRow::showBehind() { behind_->setText(number_->value() == 1 ? singular_ : plural_); }

double LimitRow::value() const { return check_->isChecked() ? number_->value() : 0; }

void LimitRow::setValue(double value) {
  check_->setChecked(value > 0);
  if (value > 0) number_->setValue(value);
}

} // namespace gevo::ui
