#include "ui/setup/parameter_group.h"

#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>

namespace gevo::ui {
namespace {

constexpr int mostTunings = 100'000;

} // namespace

ParameterGroup::ParameterGroup(QWidget* parent)
    : QGroupBox(tr("Tuning"), parent), mode_(new QComboBox(this)), tunings_(new QSpinBox(this)) {
  const auto add = [this](const QString& text, ParameterMode mode, const QString& tip) {
    mode_->addItem(text, static_cast<int>(mode));
    mode_->setItemData(mode_->count() - 1, tip, Qt::ToolTipRole);
  };
  add(tr("Evolve with the code"), ParameterMode::Evolve,
      tr("Tunes, evolves code and parameters together, and tunes the best variant again"));
  add(tr("Tune alone"), ParameterMode::Tune, tr("Tries configurations only, as an autotuner does; the code stays as it is"));
  add(tr("Leave fixed"), ParameterMode::Fixed, tr("Evolves the code with the program's own values, as in the papers"));
  mode_->setToolTip(tr("Parameters are the program's tile sizes, block sizes and the like"));
  tunings_->setRange(0, mostTunings);
  tunings_->setSpecialValueText(tr("automatic (64)"));
  tunings_->setToolTip(tr("How many choices of values are tried at most before the code evolves, and half as many after. Each is compiled "
                          "and recorded, which takes one to three seconds"));
  auto* form = new QFormLayout(this);
  form->addRow(tr("Parameters"), mode_);
  form->addRow(tr("Configurations to try"), tunings_);
  connect(mode_, &QComboBox::currentIndexChanged, this, &ParameterGroup::refresh);
  connect(tunings_, &QSpinBox::valueChanged, this, &ParameterGroup::changed);
}

void ParameterGroup::show(const SearchSettings& settings) {
  mode_->setCurrentIndex(mode_->findData(static_cast<int>(settings.parameters)));
  tunings_->setValue(static_cast<int>(settings.tunings));
}

void ParameterGroup::fill(SearchSettings& settings) const {
  settings.parameters = static_cast<ParameterMode>(mode_->currentData().toInt());
  settings.tunings = static_cast<std::uint32_t>(tunings_->value());
}

void ParameterGroup::refresh() {
  tunings_->setEnabled(mode_->currentData().toInt() != static_cast<int>(ParameterMode::Fixed));
  emit changed();
}

} // namespace gevo::ui
