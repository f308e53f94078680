#include "ui/generations/discovery.h"

#include "core/edit/edit_text.h"
#include "ui/plot/plot_style.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

#include <qcustomplot.h>

#include <algorithm>

namespace gevo::ui {

namespace {

constexpr double reach = 9; ///< pixels from a pin's middle

bool isActive(const VariantDetails& details, std::uint32_t edit) {
  const std::vector<bool>& active = details.individual.active;
  return edit >= active.size() || active[edit];
}

QString words(const VariantDetails& details, std::uint32_t edit) {
  const std::vector<EditDescription>& known = details.texts.edits;
  if (edit < known.size() && !known[edit].text.empty()) return QString::fromStdString(known[edit].text).remove('`');
  const EditList& edits = details.individual.edits;
  return edit < edits.size() ? QString::fromStdString(printEdit(edits[edit])).trimmed() : QString();
}

} // namespace

std::vector<DiscoveryPin> discoveryPins(const VariantDetails& details) {
  std::vector<DiscoveryPin> pins;
  for (const LineageStep& step : details.lineage.steps) {
    DiscoveryPin pin{step.variant.id, double(step.variant.generation), step.variant.runtime, {}, step.others};
    for (const std::uint32_t edit : step.gained)
      if (isActive(details, edit)) pin.edits << words(details, edit);
    if (step.variant.id != 0 && !pin.edits.isEmpty()) pins.push_back(std::move(pin));
  }
  return pins;
}

Discovery::Discovery(QCustomPlot& plot) : plot_(plot), line_(plot.addGraph()), heads_(plot.addGraph()) {
  line_->setLineStyle(QCPGraph::lsStepLeft);
  line_->setName(QObject::tr("ancestors of the selected variant"));
  heads_->setLineStyle(QCPGraph::lsNone);
  heads_->removeFromLegend();
}

void Discovery::setDetails(std::shared_ptr<const VariantDetails> details) {
  details_ = std::move(details);
  pins_ = details_ ? discoveryPins(*details_) : std::vector<DiscoveryPin>();
}

void Discovery::paint(const Theme& theme) {
  line_->setPen(QPen(theme.ink, 1.2, Qt::DotLine));
  heads_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssTriangleInverted, QPen(theme.ink, 1.2), theme.card, 9));
}

void Discovery::fill() {
  QVector<double> generations;
  QVector<double> runtimes;
  if (!pins_.empty())
    for (const LineageStep& step : details_->lineage.steps) {
      generations << step.variant.generation;
      runtimes << step.variant.runtime;
    }
  line_->setData(generations, runtimes, true);
  QVector<double> at;
  QVector<double> height;
  for (const DiscoveryPin& pin : pins_) {
    at << pin.generation;
    height << pin.runtime;
  }
  heads_->setData(at, height);
  pins_.empty() ? line_->removeFromLegend() : line_->addToLegend();
}

QString Discovery::tipAt(const QPointF& position, double originalRuntime) const {
  const DiscoveryPin* nearest = nullptr;
  double least = reach;
  for (const DiscoveryPin& pin : pins_) {
    const QPointF middle(plot_.xAxis->coordToPixel(pin.generation), plot_.yAxis->coordToPixel(pin.runtime));
    const double distance = QLineF(middle, position).length();
    if (distance > least) continue;
    least = distance;
    nearest = &pin;
  }
  if (nearest == nullptr) return {};
  QStringList lines{QObject::tr("generation %1, variant %2: %3")
                        .arg(nearest->generation)
                        .arg(QString::fromStdString(variantName(nearest->variant)), speedupText(originalRuntime / nearest->runtime))};
  lines += nearest->edits;
  if (nearest->stepping > 0)
    lines << QObject::tr("and %1 that the selected variant no longer has")
                 .arg(countedText(nearest->stepping, QObject::tr("edit"), QObject::tr("edits")));
  return lines.join('\n');
}

} // namespace gevo::ui
