#include "ui/generations/acceptance_plot.h"

#include "core/format/csv.h"

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
  for (std::size_t rank = 0; rank < std::min(order.size(), most); ++rank)
    bands.push_back({QString::fromUtf8(reasonName(static_cast<Reason>(order[rank]))), {}});
  if (other) bands.push_back({QObject::tr("other"), {}});
  for (const GenerationRow& row : rows) {
    bands[0].evaluations.push_back(row.valid);
    double rest = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
      if (rank < most)
        bands[rank + 1].evaluations.push_back(row.reasons[order[rank]]);
      else
        rest += row.reasons[order[rank]];
    }
    if (other) bands.back().evaluations.push_back(rest);
  }
  return bands;
}

QColor bandColour(const Theme& theme, std::size_t band) {
  if (band == 0) return theme.good;
  static constexpr std::size_t order[] = {0, 1, 4, 5, 6, 7}; // away from the green of the valid ones
  return theme.links[order[(band - 1) % std::size(order)]];
}

AcceptancePlot::AcceptancePlot(const RunModel& model, QWidget* parent)
    : GenerationPlot(model, tr("Evaluation results of each generation"), parent) {
  countGenerations();
  plot()->yAxis->setLabel(tr("evaluations"));
  plot()->legend->setIconSize(12, 10);
  plot()->legend->setFillOrder(QCPLegend::foRowsFirst);
}

void AcceptancePlot::fillPlot() {
  plot()->clearGraphs();
  const std::vector<GenerationRow>& rows = model().generations();
  const std::vector<AcceptanceBand> bands = acceptanceBands(rows, shownReasons);
  QVector<double> generation;
  for (const GenerationRow& row : rows) generation << row.generation;
  QVector<double> below(generation.size(), 0.0);
  QCPGraph* last = nullptr;
  for (std::size_t band = 0; band < bands.size(); ++band) {
    for (qsizetype i = 0; i < below.size(); ++i) below[i] += bands[band].evaluations[static_cast<std::size_t>(i)];
    QCPGraph* graph = plot()->addGraph();
    graph->setName(bands[band].name);
    graph->setData(generation, below, true);
    const QColor colour = bandColour(theme(), band);
    graph->setPen(QPen(colour, 1));
    graph->setBrush(translucent(colour, theme().dark ? 0.45F : 0.35F));
    if (last) graph->setChannelFillGraph(last);
    last = graph;
  }
}

void AcceptancePlot::fitRanges() {
  showGenerations();
  // The initial population takes many times the evaluations of a later generation and would flatten the rest.
  double top = 1;
  double first = 0;
  for (const GenerationRow& row : model().generations()) (row.generation == 0 ? first : top) = std::max<double>(top, row.evaluations);
  plot()->yAxis->setRange(0, (model().generations().size() > 2 ? top : std::max(top, first)) * 1.45); // room for the legend
}

QByteArray AcceptancePlot::csv() const {
  const std::vector<GenerationRow>& rows = model().generations();
  const std::vector<AcceptanceBand> bands = acceptanceBands(rows, reasonCount);
  std::vector<std::string> cells{"generation", "tries"};
  for (const AcceptanceBand& band : bands) cells.push_back(band.name.toStdString());
  Csv csv(cells);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    cells = {std::to_string(rows[i].generation), std::to_string(rows[i].evaluations)};
    for (const AcceptanceBand& band : bands) cells.push_back(csvNumber(band.evaluations[i]));
    csv.add(cells);
  }
  return QByteArray::fromStdString(csv.text());
}

} // namespace gevo::ui
