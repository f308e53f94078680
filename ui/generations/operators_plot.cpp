#include "ui/generations/operators_plot.h"

#include "core/format/csv.h"
#include "ui/generations/acceptance_plot.h"
#include "ui/plot/plot_style.h"
#include "ui/plot/unit_ticker.h"
#include "ui/text/format.h"

#include <qcustomplot.h>

#include <algorithm>
#include <numeric>

namespace gevo::ui {
namespace {

constexpr std::size_t shownReasons = 5;

std::vector<Reason> commonest(const StepCounts& counts, std::size_t most) {
  std::vector<Reason> reasons;
  for (std::size_t reason = 1; reason < reasonCount; ++reason)
    if (counts.reasons[reason] > 0) reasons.push_back(static_cast<Reason>(reason));
  std::ranges::stable_sort(reasons, std::ranges::greater{}, [&](Reason reason) { return counts.reasons[std::size_t(reason)]; });
  if (reasons.size() > most) reasons.resize(most);
  return reasons;
}

} // namespace

OperatorBars operatorBars(const Acceptance& acceptance, std::size_t most) {
  OperatorBars result{commonest(acceptance.total(), most), {}};
  for (std::size_t kind = 0; kind < stepKindCount; ++kind) {
    const StepCounts& counts = acceptance.kinds[kind];
    if (counts.evaluations() == 0 || static_cast<StepKind>(kind) == StepKind::Other) continue;
    const auto evaluations = static_cast<double>(counts.evaluations());
    OperatorBar bar{static_cast<StepKind>(kind), counts.evaluations(), {100 * static_cast<double>(counts.valid()) / evaluations}};
    for (const Reason reason : result.reasons)
      bar.shares.push_back(100 * static_cast<double>(counts.reasons[std::size_t(reason)]) / evaluations);
    bar.shares.push_back(std::max(0.0, 100 - std::accumulate(bar.shares.begin(), bar.shares.end(), 0.0)));
    result.bars.push_back(std::move(bar));
  }
  return result;
}

OperatorsPlot::OperatorsPlot(const RunModel& model, QWidget* parent)
    : GenerationPlot(model, tr("Evaluation results of each operator"), parent) {
  plot()->yAxis->setRangeReversed(true);
  plot()->yAxis->grid()->setVisible(false);
  plot()->yAxis->setTickLength(0);
  plot()->yAxis->setSubTicks(false);
  plot()->xAxis->setTicker(QSharedPointer<UnitTicker<QCPAxisTicker>>::create(QStringLiteral(" %")));
  plot()->xAxis->setLabel(tr("share of evaluations"));
  plot()->legend->setIconSize(12, 10);
  plot()->legend->setFillOrder(QCPLegend::foColumnsFirst);
  plot()->legend->setWrap(4);
  connect(&model, &RunModel::statusChanged, this, &OperatorsPlot::refresh);
}

void OperatorsPlot::fillPlot() {
  plot()->clearPlottables();
  plot()->clearItems();
  const OperatorBars all = operatorBars(model().acceptance(), shownReasons);
  shown_ = all.bars.size();
  const auto labels = QSharedPointer<QCPAxisTickerText>::create();
  for (std::size_t i = 0; i < all.bars.size(); ++i)
    labels->addTick(static_cast<double>(i), QString::fromUtf8(stepKindName(all.bars[i].kind)));
  plot()->yAxis->setTicker(labels);
  QCPBars* below = nullptr;
  for (std::size_t band = 0; band < all.reasons.size() + 2; ++band) {
    auto* bars = new QCPBars(plot()->yAxis, plot()->xAxis);
    bars->setWidth(0.62);
    bars->setPen(Qt::NoPen);
    bars->setBrush(translucent(bandColour(theme(), band), band == 0 ? 0.9F : theme().dark ? 0.5F : 0.4F));
    bars->setName(band == 0                    ? tr("valid")
                  : band <= all.reasons.size() ? QString::fromUtf8(reasonName(all.reasons[band - 1]))
                                               : tr("other"));
    for (std::size_t i = 0; i < all.bars.size(); ++i) bars->addData(static_cast<double>(i), all.bars[i].shares[band]);
    if (below) bars->moveAbove(below);
    below = bars;
  }
  for (std::size_t i = 0; i < all.bars.size(); ++i) {
    auto* text = new QCPItemText(plot());
    text->setText(tr("%1 of %2 valid").arg(shareText(all.bars[i].shares[0] / 100), countText(all.bars[i].evaluations)));
    text->position->setCoords(99, static_cast<double>(i));
    text->setPositionAlignment(Qt::AlignRight | Qt::AlignVCenter);
    text->setFont(plotFont());
    text->setColor(theme().ink);
    text->setBrush(translucent(theme().card, 0.8F));
    text->setPadding({6, 1, 6, 1});
  }
}

void OperatorsPlot::fitRanges() {
  plot()->xAxis->setRange(0, 100);
  plot()->yAxis->setRange(-2.1, std::max<double>(1, static_cast<double>(shown_)) - 0.4); // room for the legend
}

QByteArray OperatorsPlot::csv() const {
  const OperatorBars all = operatorBars(model().acceptance(), reasonCount);
  std::vector<std::string> cells{"operator", "tries", "valid_percent"};
  for (const Reason reason : all.reasons) cells.push_back(std::string(reasonName(reason)) + "_percent");
  Csv csv(cells);
  for (const OperatorBar& bar : all.bars) {
    cells = {stepKindName(bar.kind), std::to_string(bar.evaluations)};
    for (std::size_t i = 0; i + 1 < bar.shares.size(); ++i) cells.push_back(csvNumber(bar.shares[i])); // no reason is left for the others
    csv.add(cells);
  }
  return QByteArray::fromStdString(csv.text());
}

} // namespace gevo::ui
