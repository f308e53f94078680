#include "ui/portability/portability_plot.h"

#include "ui/plot/plot_style.h"
#include "ui/plot/unit_ticker.h"
#include "ui/portability/portability_table.h"
#include "ui/text/format.h"

#include <QFontMetrics>
#include <QToolTip>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

constexpr double groupWidth = 0.84; ///< of the distance between two devices
constexpr double barWidth = 0.9;    ///< of a variant's share of that
constexpr int readableWidth = 80;   ///< pixels; in less, words stand upright
constexpr int leastWidth = 24;      ///< pixels, of a name
constexpr int mostLines = 6;        ///< of a reason
constexpr int originalMargin = 56;  ///< pixels to the right of the bars, for the name of the line at 1

/// Broken between words into lines that are at most so wide; what does not fit into `lines` of them ends in an ellipsis.
QString wrapped(const QString& text, const QFontMetrics& metrics, int width, int lines) {
  QStringList made{QString()};
  for (const QString& word : text.split(' ')) {
    const QString longer = made.last().isEmpty() ? word : made.last() + ' ' + word;
    if (made.last().isEmpty() || metrics.horizontalAdvance(longer) <= width)
      made.last() = longer;
    else
      made << word;
  }
  if (made.size() > lines) {
    made[lines - 1] = QStringList(made.mid(lines - 1)).join(' ');
    made.resize(lines);
  }
  for (QString& line : made) line = metrics.elidedText(line, Qt::ElideRight, width);
  return made.join('\n');
}

} // namespace

PortabilityPlot::PortabilityPlot(QWidget* parent) : PlotWidget(parent), theme_(Theme::light()) {
  setAccessibleName(tr("Speedup of each variant on each device"));
  plot()->setAccessibleName(accessibleName());
  plot()->axisRect()->setMinimumMargins({plotMargins.left(), plotMargins.top(), originalMargin, plotMargins.bottom()});
  plot()->axisRect()->setupFullAxesBox(false);
  plot()->xAxis->grid()->setVisible(false);
  plot()->xAxis->setSubTicks(false);
  plot()->xAxis->setTickLength(0);
  plot()->yAxis->setTicker(QSharedPointer<UnitTicker<QCPAxisTicker>>::create(QStringLiteral("×")));
  plot()->yAxis->setLabel(tr("speedup on the device"));
  // In a row above the bars, so that it covers none; at its left, as an empty element takes the rest.
  auto* top = new QCPLayoutGrid;
  plot()->plotLayout()->insertRow(0);
  plot()->plotLayout()->addElement(0, 0, top);
  plot()->plotLayout()->setRowStretchFactor(0, 0.001);
  top->addElement(0, 0, plot()->legend);
  top->addElement(0, 1, new QCPLayoutElement(plot()));
  top->setColumnStretchFactor(0, 0.001);
  top->setMargins({plotMargins.left(), 0, 0, 0});
  plot()->legend->setFillOrder(QCPLegend::foColumnsFirst);
  plot()->legend->setWrap(6);
  plot()->legend->setIconSize(12, 10);
  plot()->legend->setBorderPen(Qt::NoPen);
  connect(plot(), &QCustomPlot::mouseMove, this, [this](const QMouseEvent* event) {
    const QString tip = tipAt(event->pos());
    tip.isEmpty() ? QToolTip::hideText() : QToolTip::showText(event->globalPosition().toPoint(), tip, plot());
  });
}

void PortabilityPlot::setTheme(const Theme& theme) {
  theme_ = theme;
  stylePlot(plot(), theme);
  plot()->legend->setFont(plotFont());
  plot()->legend->setTextColor(theme.dim);
  plot()->legend->setBrush(theme.card);
  refresh();
}

void PortabilityPlot::setFound(std::shared_ptr<const Portability> found) {
  found_ = std::move(found);
  refresh();
}

void PortabilityPlot::resizeEvent(QResizeEvent* event) {
  PlotWidget::resizeEvent(event);
  refresh(); // words are wrapped to the room they have
}

/// A single variant needs no colours of its own.
QColor PortabilityPlot::colourOf(std::size_t row) const {
  return found_->rows.size() == 1 ? theme_.accent : theme_.links[row % theme_.links.size()];
}

double PortabilityPlot::place(std::size_t row, std::size_t device) const {
  const double step = groupWidth / static_cast<double>(found_->rows.size());
  return static_cast<double>(device) + (static_cast<double>(row) + 0.5) * step - groupWidth / 2;
}

double PortabilityPlot::widthInPixels(double width) const { return plot()->xAxis->coordToPixel(width) - plot()->xAxis->coordToPixel(0); }

void PortabilityPlot::draw() {
  plot()->clearPlottables();
  plot()->clearItems();
  const bool any = !found_->rows.empty() && !found_->devices.empty();
  plot()->axisRect()->setVisible(any);
  plot()->legend->setVisible(any);
  if (any) {
    drawBars();
    drawAxes();
    plot()->replot(); // what follows needs the size of the axes
    drawAxes();
    for (std::size_t device = 0; device < found_->devices.size(); ++device) drawDevice(device);
    drawOriginal();
  }
  plot()->replot(QCustomPlot::rpQueuedReplot);
}

void PortabilityPlot::drawAxes() {
  const auto devices = static_cast<double>(found_->devices.size());
  plot()->xAxis->setRange(-0.5, devices - 0.5);
  const QFontMetrics metrics(plotFont());
  const auto names = QSharedPointer<QCPAxisTickerText>::create();
  for (std::size_t device = 0; device < found_->devices.size(); ++device)
    names->addTick(static_cast<double>(device), wrapped(QString::fromStdString(found_->devices[device]), metrics,
                                                        std::max(leastWidth, static_cast<int>(widthInPixels(1)) - 10), 3));
  plot()->xAxis->setTicker(names);
  double largest = 1;
  for (const PortabilityRow& row : found_->rows)
    for (const PortabilityCell& cell : row.cells)
      if (cell.runs()) largest = std::max(largest, cell.speedup());
  plot()->yAxis->setRange(0, largest * 1.14); // room for the figures above the bars
}

void PortabilityPlot::drawBars() {
  for (std::size_t row = 0; row < found_->rows.size(); ++row) {
    auto* bars = new QCPBars(plot()->xAxis, plot()->yAxis);
    bars->setName(variantTitle(found_->rows[row].variant));
    bars->setWidth(groupWidth / static_cast<double>(found_->rows.size()) * barWidth);
    bars->setPen(Qt::NoPen);
    bars->setBrush(translucent(colourOf(row), 0.9F));
    for (std::size_t device = 0; device < found_->devices.size(); ++device)
      if (const PortabilityCell* cell = found_->cell(row, device); cell && cell->runs()) bars->addData(place(row, device), cell->speedup());
  }
}

void PortabilityPlot::drawDevice(std::size_t device) {
  const auto middle = static_cast<double>(device);
  if (const PortabilityCell* shared = found_->sharedFailure(device)) return drawReason(whyItDoesNotRun(*shared), middle, groupWidth);
  const double width = groupWidth / static_cast<double>(found_->rows.size());
  bool waits = false;
  for (std::size_t row = 0; row < found_->rows.size(); ++row) {
    const PortabilityCell* cell = found_->cell(row, device);
    if (!cell)
      waits = true;
    else if (cell->runs())
      drawSpeedup(place(row, device), cell->speedup());
    else
      drawReason(whyItDoesNotRun(*cell), place(row, device), width);
  }
  if (waits && !found_->cell(0, device)) drawReason(tr("not measured yet"), middle, groupWidth);
}

void PortabilityPlot::drawReason(const QString& reason, double middle, double width) {
  const QFontMetrics metrics(plotFont());
  const int room = static_cast<int>(widthInPixels(width)) - 8;
  const bool upright = room < readableWidth;
  auto* text = new QCPItemText(plot());
  text->setFont(plotFont());
  text->setColor(theme_.dim);
  text->setSelectable(false);
  text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
  if (upright) {
    text->setText(metrics.elidedText(reason, Qt::ElideRight, plot()->axisRect()->height() - 12));
    text->setRotation(-90);
    text->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    text->setPadding({6, 0, 0, 0});
    text->position->setCoords(middle, 1);
  } else {
    text->setText(wrapped(reason, metrics, room, mostLines));
    text->setTextAlignment(Qt::AlignHCenter);
    text->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
    text->setPadding({0, 0, 0, 8});
    text->position->setCoords(middle, 1);
  }
}

void PortabilityPlot::drawSpeedup(double x, double speedup) {
  const QString figure = speedupText(speedup);
  if (widthInPixels(groupWidth / static_cast<double>(found_->rows.size())) < QFontMetrics(plotFont()).horizontalAdvance(figure) + 2) return;
  auto* text = new QCPItemText(plot());
  text->setFont(plotFont());
  text->setColor(theme_.ink);
  text->setSelectable(false);
  text->setText(figure);
  text->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
  text->setPadding({0, 0, 0, 3});
  text->position->setCoords(x, speedup);
}

void PortabilityPlot::drawOriginal() {
  auto* line = new QCPItemStraightLine(plot());
  line->setPen(QPen(theme_.ink, 1, Qt::DashLine));
  line->setSelectable(false);
  line->point1->setCoords(0, 1);
  line->point2->setCoords(1, 1);
  auto* name = new QCPItemText(plot());
  name->setClipToAxisRect(false);
  name->setText(tr("original"));
  name->setFont(plotFont());
  name->setColor(theme_.dim);
  name->setSelectable(false);
  name->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  name->setPadding({6, 0, 0, 0});
  name->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
  name->position->setCoords(1, 1);
}

QString PortabilityPlot::tipAt(const QPoint& position) const {
  if (found_->rows.empty() || !plot()->axisRect()->rect().contains(position)) return {};
  const double x = plot()->xAxis->pixelToCoord(position.x());
  const auto device = static_cast<std::size_t>(std::max(0.0, std::round(x)));
  const double share = (x - static_cast<double>(device) + groupWidth / 2) / groupWidth;
  if (device >= found_->devices.size() || share < 0 || share >= 1) return {};
  const auto row = static_cast<std::size_t>(share * static_cast<double>(found_->rows.size()));
  const PortabilityCell* cell = found_->cell(row, device);
  if (!cell) return {};
  const QString head =
      tr("<b>%1</b> on %2").arg(variantTitle(found_->rows[row].variant), QString::fromStdString(found_->devices[device]).toHtmlEscaped());
  if (!cell->runs()) return head + QStringLiteral("<br>") + whyItDoesNotRun(*cell).toHtmlEscaped();
  return head + tr("<br>%1: %2 instead of %3").arg(speedupText(cell->speedup()), runtimeText(cell->runtime), runtimeText(cell->original));
}

QStringList PortabilityPlot::texts() const {
  QStringList found;
  for (int i = 0; i < plot()->itemCount(); ++i)
    if (const auto* text = qobject_cast<const QCPItemText*>(plot()->item(i))) found << text->text();
  return found;
}

} // namespace gevo::ui
