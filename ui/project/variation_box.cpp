#include "ui/project/variation_box.h"

#include "core/project/new_project.h"
#include "ui/widgets/card.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QVBoxLayout>

namespace gevo::ui {

namespace {
/// Enough for the mean to be known to a fifth of the spread.
constexpr int usualRuns = 20;
} // namespace

VariationBox::VariationBox(QWidget* parent)
    : QWidget(parent), varies_(new QCheckBox(tr("Results vary from run to run (--statistical)"), this)), details_(new QWidget(this)),
      count_(new QSpinBox(details_)) {
  QLabel* explanation =
      makeDimLabel(tr("For programs that draw random numbers or add in any order: each test runs several times, with another number in "
                      "each <b>{seed}</b>, and a variant is right if the statistics of its results can't be told from the original's."),
                   this);
  explanation->setWordWrap(true);
  count_->setRange(static_cast<int>(fewestStatisticalRuns), static_cast<int>(mostStatisticalRuns));
  count_->setValue(usualRuns);
  count_->setAccessibleName(tr("Runs of each test"));
  auto* row = new QHBoxLayout(details_);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(new QLabel(tr("Runs of each test"), details_));
  row->addWidget(count_);
  row->addWidget(makeDimLabel(tr("more of them see smaller differences and take more time"), details_));
  row->addStretch();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(5);
  for (QWidget* widget : {static_cast<QWidget*>(varies_), static_cast<QWidget*>(explanation), details_}) column->addWidget(widget);
  details_->hide();
  connect(varies_, &QCheckBox::toggled, this, [this](bool on) {
    details_->setVisible(on);
    emit changed();
  });
  connect(count_, &QSpinBox::valueChanged, this, &VariationBox::changed);
}

void VariationBox::setRuns(std::uint32_t runs) {
  varies_->setChecked(runs > 0);
  if (runs > 0) count_->setValue(static_cast<int>(runs));
}

std::uint32_t VariationBox::runs() const { return varies_->isChecked() ? static_cast<std::uint32_t>(count_->value()) : 0; }

} // namespace gevo::ui
