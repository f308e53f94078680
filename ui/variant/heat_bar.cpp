#include "ui/variant/heat_bar.h"

#include "core/format/heat_text.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elided_label.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QToolButton>

namespace gevo::ui {

HeatBar::HeatBar(QWidget* parent)
    : QWidget(parent), metrics_(new QComboBox(this)), text_(new ElidedLabel(this)),
      showLine_(makeToolButton(tr("Show line"), tr("Go to the line that the sentence names"), this)),
      cancel_(makeToolButton(tr("Cancel"), {}, this)) {
  setObjectName("heatBar");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 3, 8, 3);
  row->setSpacing(8);
  for (const HeatMetric metric : allHeatMetrics) {
    QString name = QString::fromUtf8(heatMetricName(metric));
    name[0] = name[0].toUpper();
    metrics_->addItem(name, static_cast<int>(metric));
    metrics_->setItemData(metrics_->count() - 1, QString::fromUtf8(heatMetricTitle(metric)), Qt::ToolTipRole);
  }
  metrics_->setToolTip(tr("What lines are coloured by. Their figures are where you point at the gutter."));
  metrics_->setAccessibleName(tr("What lines are coloured by"));
  row->addWidget(metrics_);
  row->addWidget(text_, 1);
  row->addWidget(showLine_);
  row->addWidget(cancel_);
  showLine_->hide();
  cancel_->hide();
  connect(metrics_, &QComboBox::currentIndexChanged, this, &HeatBar::metricChosen);
  connect(showLine_, &QToolButton::clicked, this, &HeatBar::lineRequested);
  connect(cancel_, &QToolButton::clicked, this, &HeatBar::cancelled);
}

HeatMetric HeatBar::metric() const { return static_cast<HeatMetric>(metrics_->currentData().toInt()); }

void HeatBar::setMetric(HeatMetric metric) { metrics_->setCurrentIndex(metrics_->findData(static_cast<int>(metric))); }

void HeatBar::setText(const QString& text, bool line) {
  text_->setText(text);
  showLine_->setVisible(line);
}

QString HeatBar::text() const { return text_->text(); }

void HeatBar::setComputing(bool computing) {
  cancel_->setVisible(computing);
  if (computing) setText(tr("simulating the tests of both…"));
}

} // namespace gevo::ui
