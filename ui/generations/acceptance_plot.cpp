#include "ui/generations/acceptance_plot.h"

#include "ui/theme/plot_style.h"

#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <numeric>

namespace gevo::ui {
namespace {

constexpr std::size_t shownReasons = 5;

} // namespace

std::vector<AcceptanceBand> acceptanceBands(const std::vector<GenerationRow>& rows, std::size_t most) {
  std::array<std::uint64_t, reasonCount> sums{};
  for (const GenerationRow& row : rows)
    for (std::size_t reason = 1; reason < reasonCount; ++reason) sums[reason] += row.reasons[reason];
  std::vector<std::size_t> order(reasonCount - 1);
  std::iota(order.begin(), order.end(), 1);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sums[a] > sums[b]; });
  std::erase_if(order, [&](std::size_t reason) { return sums[reason] == 0; });

  std::vector<AcceptanceBand> bands{{QObject::tr("valid"), {}}};
  const bool other = order.size() > most;
  for (std::size_t place = 0; place < std::min(order.size(), most); ++place)
    bands.push_back({QString::fromUtf8(reasonName(static_cast<Reason>(order[place]))), {}});
  if (other) bands.push_back({QObject::tr("other"), {}});
  for (const GenerationRow& row : rows) {
    bands[0].tries.push_back(row.valid);
    double rest = 0;
    for (std::size_t place = 0; place < order.size(); ++place) {
      if (place < most)
        bands[place + 1].tries.push_back(row.reasons[order[place]]);
      else
        rest += row.reasons[order[place]];
    }
    if (other) bands.back().tries.push_back(rest);
  }
  return bands;
}

AcceptancePlot::AcceptancePlot(const RunModel& model, QWidget* parent)
    : QWidget(parent), model_(model), theme_(Theme::light()), plot_(new QCustomPlot(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(plot_);
  setAccessibleName(tr("Tries of each generation by what became of them"));
  plot_->axisRect()->setMinimumMargins({44, 14, 20, 8});
  plot_->xAxis->setLabel(tr("generation"));
  plot_->yAxis->setLabel(tr("tries"));
  plot_->xAxis->grid()->setVisible(false);
  plot_->legend->setVisible(true);
  plot_->legend->setIconSize(12, 10);
  plot_->legend->setRowSpacing(0);
  plot_->legend->setFillOrder(QCPLegend::foRowsFirst);
  plot_->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
  plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  plot_->axisRect()->setRangeZoom(Qt::Horizontal);
  plot_->axisRect()->setRangeDrag(Qt::Horizontal);
  connect(&model_, &RunModel::generationsChanged, this, &AcceptancePlot::refresh);
}

QColor AcceptancePlot::colourOf(std::size_t band) const {
  if (band == 0) return theme_.good;
  static constexpr std::size_t order[] = {0, 1, 4, 5, 6, 7}; // away from the green of the valid ones
  return theme_.links[order[(band - 1) % std::size(order)]];
}

void AcceptancePlot::setTheme(const Theme& theme) {
  theme_ = theme;
  stylePlot(plot_, theme);
  plot_->legend->setFont(interfaceFont(11));
  plot_->legend->setTextColor(theme.dim);
  plot_->legend->setBrush(theme.card);
  plot_->legend->setBorderPen(QPen(theme.line));
  refresh();
}

void AcceptancePlot::refresh() {
  if (!isVisible()) return; // drawn when shown
  plot_->clearGraphs();
  const std::vector<GenerationRow>& rows = model_.generations();
  const std::vector<AcceptanceBand> bands = acceptanceBands(rows, shownReasons);
  QVector<double> generation;
  for (const GenerationRow& row : rows) generation << row.generation;
  QVector<double> below(generation.size(), 0.0);
  QCPGraph* last = nullptr;
  for (std::size_t band = 0; band < bands.size(); ++band) {
    for (qsizetype i = 0; i < below.size(); ++i) below[i] += bands[band].tries[static_cast<std::size_t>(i)];
    QCPGraph* graph = plot_->addGraph();
    graph->setName(bands[band].name);
    graph->setData(generation, below, true);
    QColor colour = colourOf(band);
    graph->setPen(QPen(colour, 1));
    colour.setAlphaF(theme_.dark ? 0.45F : 0.35F);
    graph->setBrush(colour);
    if (last) graph->setChannelFillGraph(last);
    last = graph;
  }
  plot_->xAxis->setRange(generation.isEmpty() ? 0 : generation.first(),
                         generation.isEmpty() ? 1 : std::max(generation.first() + 1, generation.last()));
  const double top = below.isEmpty() ? 1 : *std::max_element(below.begin(), below.end());
  plot_->yAxis->setRange(0, std::max(1.0, top * 1.45)); // room for the legend
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void AcceptancePlot::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

} // namespace gevo::ui
