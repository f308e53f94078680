#include "ui/space/heat_map.h"

#include "ui/plot/plot_style.h"
#include "ui/space/space_legend.h"
#include "ui/space/space_text.h"
#include "ui/text/format.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

constexpr QSizeF largestCell(150, 84);
constexpr double gap = 1.5; ///< around each cell
constexpr double radius = 3;

QString figure(const SpaceLine& line, int digits) {
  if (!std::isfinite(line.speedup)) return runtimeText(line.runtime);
  return digits > 1 ? speedupText(line.speedup) : shortSpeedup(line.speedup);
}

void paintFrame(QPainter& painter, const QRectF& rect, const QColor& colour, double width, double inset) {
  painter.setPen(QPen(colour, width));
  painter.setBrush(Qt::NoBrush);
  const double in = inset + width / 2;
  painter.drawRoundedRect(rect.adjusted(in, in, -in, -in), radius, radius);
}

void paintFailed(QPainter& painter, const QRectF& rect, const Theme& theme) {
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.gutter);
  painter.drawRoundedRect(rect, radius, radius);
  paintHatching(painter, rect, translucent(theme.dim, theme.dark ? 0.30F : 0.35F));
  const double size = std::min({5.0, rect.width() / 4, rect.height() / 4});
  painter.setPen(QPen(theme.dim, 1.8, Qt::SolidLine, Qt::RoundCap));
  const QPointF centre = rect.center();
  painter.drawLine(centre + QPointF(-size, -size), centre + QPointF(size, size));
  painter.drawLine(centre + QPointF(-size, size), centre + QPointF(size, -size));
}

} // namespace

HeatMap::HeatMap(QWidget* parent) : SpaceCanvas(parent) {
  setObjectName("heatMap");
  setAccessibleName(tr("Heat map of the parameters"));
  setAccessibleDescription(tr("Arrow keys move over the cells, Enter selects the best variant of a cell."));
}

void HeatMap::setAxes(int x, int y) {
  x_ = x;
  y_ = y;
  fillGrid();
  refresh();
}

void HeatMap::modelChanged() {
  const int axes = static_cast<int>(model().axes.size());
  if (x_ >= axes) x_ = none;
  if (y_ >= axes) y_ = none;
  fillGrid();
}

void HeatMap::fillGrid() { grid_ = x_ == none ? SpaceGrid() : spaceGrid(model(), x_, y_); }

HeatMap::Labels HeatMap::labels() const {
  const QFontMetricsF metrics(plotFont());
  Labels labels{0, metrics.height()};
  if (y_ == none) return labels;
  for (const std::string& value : axis(y_).values)
    labels.width = std::max(labels.width, metrics.horizontalAdvance(QString::fromStdString(value)));
  labels.width = std::min(labels.width, area().width() / 4) + 8;
  return labels;
}

QRectF HeatMap::gridRect() const {
  const Labels beside = labels();
  const QRectF room = area().adjusted(beside.width, y_ == none ? 2 : beside.height + 6, 0, -2 * beside.height - 8);
  const double width = std::min(room.width() / std::max(grid_.columns, 1), largestCell.width());
  const double height = std::min(room.height() / std::max(grid_.rows, 1), largestCell.height());
  QRectF grid(0, 0, width * grid_.columns, height * grid_.rows);
  grid.moveCenter(room.center());
  return grid;
}

QRectF HeatMap::cellRect(int column, int row) const {
  const QRectF grid = gridRect();
  const double width = grid.width() / grid_.columns;
  const double height = grid.height() / grid_.rows;
  return QRectF(grid.left() + column * width, grid.bottom() - (row + 1) * height, width, height).adjusted(gap, gap, -gap, -gap);
}

int HeatMap::spotAt(const QPointF& position) const {
  if (grid_.cells.empty()) return none;
  const QRectF grid = gridRect();
  if (!grid.contains(position)) return none;
  const int column = static_cast<int>((position.x() - grid.left()) / grid.width() * grid_.columns);
  const int row = static_cast<int>((grid.bottom() - position.y()) / grid.height() * grid_.rows);
  return spot(std::clamp(column, 0, grid_.columns - 1), std::clamp(row, 0, grid_.rows - 1));
}

QPointF HeatMap::centreOf(int spot) const { return cellRect(spot % grid_.columns, spot / grid_.columns).center(); }

QString HeatMap::tipOf(int spot) const {
  const int column = spot % grid_.columns;
  const int row = spot / grid_.columns;
  return cellSummary(model(), grid_.at(column, row), x_, column, y_, row);
}

int HeatMap::lineOf(int spot) const { return grid_.cells[static_cast<std::size_t>(spot)].line; }

int HeatMap::spotOf(int line) const {
  if (x_ == none) return none;
  const std::vector<int>& at = lineAt(line).at;
  return spot(at[static_cast<std::size_t>(x_)], y_ == none ? 0 : at[static_cast<std::size_t>(y_)]);
}

std::optional<int> HeatMap::stepped(int from, int key) const {
  if (grid_.cells.empty()) return std::nullopt;
  const bool arrow = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
  if (!arrow && key != Qt::Key_Home && key != Qt::Key_End) return std::nullopt;
  if (from == none) return 0;
  int column = from % grid_.columns;
  int row = from / grid_.columns;
  if (key == Qt::Key_Left) --column;
  if (key == Qt::Key_Right) ++column;
  if (key == Qt::Key_Up) ++row;
  if (key == Qt::Key_Down) --row;
  if (key == Qt::Key_Home) column = 0;
  if (key == Qt::Key_End) column = grid_.columns - 1;
  return spot(std::clamp(column, 0, grid_.columns - 1), std::clamp(row, 0, grid_.rows - 1));
}

/// A configuration of a cell that shows a better one is not there to be marked.
bool HeatMap::isShown(int line, int spot) const { return line != none && spotOf(line) == spot && lineOf(spot) == line; }

int HeatMap::figureDigits() const {
  const QFontMetricsF metrics(plotFont());
  const QRectF cell = cellRect(0, 0);
  if (cell.height() < metrics.height() + 4) return -1;
  for (const int digits : {3, 1}) {
    const auto fits = [&](const SpaceCell& one) {
      return one.line < 0 || !lineAt(one.line).valid() || metrics.horizontalAdvance(figure(lineAt(one.line), digits)) + 10 <= cell.width();
    };
    if (std::ranges::all_of(grid_.cells, fits)) return digits;
  }
  return -1;
}

void HeatMap::paintData(QPainter& painter) {
  if (grid_.cells.empty()) return;
  paintColumns(painter);
  if (y_ != none) paintRows(painter);
  const int digits = figureDigits();
  for (int spot = 0; spot < static_cast<int>(grid_.cells.size()); ++spot) paintCell(painter, spot, digits);
}

void HeatMap::paintColumns(QPainter& painter) const {
  const SpaceAxis& shown = axis(x_);
  const QFontMetricsF metrics(painter.font());
  const QRectF grid = gridRect();
  const double width = grid.width() / grid_.columns;
  double widest = 0;
  for (const std::string& value : shown.values) widest = std::max(widest, metrics.horizontalAdvance(QString::fromStdString(value)));
  const int every = std::max(1, static_cast<int>(std::ceil((std::min(widest, 80.0) + 4) / width)));
  painter.setPen(theme().dim);
  for (int column = 0; column < grid_.columns; column += every) {
    const QString text = QString::fromStdString(shown.values[static_cast<std::size_t>(column)]);
    const double room = width * every;
    const QRectF there(grid.left() + (column + 0.5) * width - room / 2, grid.bottom() + 3, room, metrics.height());
    painter.drawText(there, Qt::AlignCenter, metrics.elidedText(text, Qt::ElideRight, room - 2));
  }
  painter.setPen(theme().ink);
  const QRectF name(area().left(), grid.bottom() + 5 + metrics.height(), area().width(), metrics.height());
  const QRectF centred(std::max(name.left(), grid.center().x() - name.width() / 2), name.top(), name.width(), name.height());
  painter.drawText(centred, Qt::AlignCenter, metrics.elidedText(QString::fromStdString(shown.name), Qt::ElideMiddle, name.width()));
}

void HeatMap::paintRows(QPainter& painter) const {
  const SpaceAxis& shown = axis(y_);
  const QFontMetricsF metrics(painter.font());
  const QRectF grid = gridRect();
  const double height = grid.height() / grid_.rows;
  const double width = labels().width;
  const int every = std::max(1, static_cast<int>(std::ceil(metrics.height() / height)));
  painter.setPen(theme().dim);
  for (int row = 0; row < grid_.rows; row += every) {
    const QString text = QString::fromStdString(shown.values[static_cast<std::size_t>(row)]);
    const QRectF there(grid.left() - width, grid.bottom() - (row + 0.5) * height - metrics.height() / 2, width - 6, metrics.height());
    painter.drawText(there, Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(text, Qt::ElideRight, width - 6));
  }
  painter.setPen(theme().ink);
  const QRectF name(grid.left() - width, grid.top() - metrics.height() - 5, area().right() - grid.left() + width, metrics.height());
  painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(QString::fromStdString(shown.name), Qt::ElideMiddle, name.width()));
}

void HeatMap::paintCell(QPainter& painter, int spot, int digits) const {
  const QRectF rect = cellRect(spot % grid_.columns, spot / grid_.columns);
  const int number = lineOf(spot);
  if (number == none) {
    painter.setPen(QPen(theme().line, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    return;
  }
  const SpaceLine& line = lineAt(number);
  if (line.valid()) {
    const QColor colour = speedupColour(scale(), line.speedup, theme());
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(rect, radius, radius);
    painter.setPen(inkOn(colour));
    if (digits > 0) painter.drawText(rect, Qt::AlignCenter, figure(line, digits));
  } else {
    paintFailed(painter, rect, theme());
  }
  if (isShown(model().best, spot)) paintFrame(painter, rect, theme().front, 2.5, 0);
  if (isShown(selectedLine(), spot)) paintFrame(painter, rect, theme().ink, 1.5, 3.5);
  if (line.own && rect.width() > 22 && rect.height() > 14) paintDiamond(painter, rect.topLeft() + QPointF(8, 8), 4, theme());
}

void HeatMap::paintPointed(QPainter& painter, int spot) {
  paintFrame(painter, cellRect(spot % grid_.columns, spot / grid_.columns), theme().accent, 2, -2.5);
}

void HeatMap::paintKey(QPainter& painter, const QRectF& area) {
  std::vector<LegendEntry> entries;
  entries.push_back({tr("best"), [this](QPainter& p, const QRectF& mark) { paintFrame(p, mark, theme().front, 2, 0); }});
  if (std::ranges::any_of(model().lines, [](const SpaceLine& line) { return !line.valid(); }))
    entries.push_back({tr("failed"), [this](QPainter& p, const QRectF& mark) { paintFailed(p, mark, theme()); }});
  entries.push_back({tr("the program's own"), [this](QPainter& p, const QRectF& mark) { paintDiamond(p, mark.center(), 4, theme()); }});
  if (selectedLine() != none)
    entries.push_back({tr("selected"), [this](QPainter& p, const QRectF& mark) { paintFrame(p, mark, theme().ink, 1.5, 0); }});
  paintLegend(painter, area, scale(), entries, theme());
}

} // namespace gevo::ui
