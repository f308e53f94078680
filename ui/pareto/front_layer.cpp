#include "ui/pareto/front_layer.h"

#include "ui/pareto/scatter_layer.h"
#include "ui/plot/plot_style.h"
#include "ui/plot/step_line.h"

#include "core/search/knee.h"
#include "core/search/pareto_archive.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gevo::ui {

namespace {

/// Radii of the front's members.
constexpr double largeMember = 5;
constexpr double smallMember = 3;
constexpr double dimmedOpacity = 0.3;
/// More islands share colours, and their names would cover the plot.
constexpr std::uint32_t mostNamedIslands = 7;

} // namespace

FrontLayer::FrontLayer(QCustomPlot* plot, const QString& layer, const RunModel& model, const ParetoScale& scale)
    : QCPLayerable(plot, layer), model_(model), scale_(scale) {}

void FrontLayer::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

QRect FrontLayer::clipRect() const {
  const int margin = theme_.px(7);
  return scale_.area().adjusted(-margin, -margin, margin, margin);
}

void FrontLayer::draw(QCPPainter* painter) {
  if (!model_.hasRun()) return;
  drawFewestEdits(painter);
  drawFront(painter);
  drawDerived(painter);
  drawOriginals(painter);
  if (scale_.y == Quantity::Error) drawBandLabel(painter);
  drawLegend(painter);
}

/// At the right end of the band, or at its left one where the original's label stands.
void FrontLayer::drawBandLabel(QCPPainter* painter) const {
  const QRect band = scale_.exact->rect();
  const ScatterPoint original{.runtime = model_.run().originalRuntime, .energy = model_.run().originalEnergy};
  const bool taken = scale_.transform().position(original).x() > band.right() - theme_.px(120);
  const bool isStatistical = model_.run().settings.evaluation.statistical;
  const QRectF area(taken ? band.left() + theme_.px(4) : band.right() - theme_.px(100), band.top() - theme_.px(18), theme_.px(96),
                    theme_.px(16));
  drawLabel(painter, area, taken ? Qt::AlignLeft : Qt::AlignRight, isStatistical ? QObject::tr("alike") : QObject::tr("exact"), theme_.dim);
}

/// Of colours that stand for something: the kinds that occur, or the islands.
std::vector<FrontLayer::LegendLine> FrontLayer::legend() const {
  std::vector<LegendLine> lines;
  if (colour_ == ScatterColour::Operator) {
    const Acceptance acceptance = model_.acceptance();
    for (std::size_t kind = 0; kind < stepKindCount; ++kind)
      if (acceptance.kinds[kind].evaluations() > 0)
        lines.push_back({scatterShades + kind, QString::fromUtf8(stepKindName(static_cast<StepKind>(kind)))});
  }
  const std::uint32_t islands = model_.run().settings.search.islands;
  if (colour_ == ScatterColour::Island && islands <= mostNamedIslands)
    for (std::uint32_t island = 0; island < islands; ++island)
      lines.push_back({islandColour(island), QObject::tr("island %1").arg(island + 1)});
  return lines;
}

/// In a column at the top right.
void FrontLayer::drawLegend(QCPPainter* painter) const {
  const int line = theme_.px(15);
  const int width = theme_.px(84);
  const std::array<QRgb, scatterColours> palette = scatterPalette(theme_);
  const QRectF area = scale_.area();
  const std::vector<LegendLine> lines = legend();
  if (lines.empty()) return;
  const QRectF box(area.right() - width - 6, area.top() + 6, width, double(lines.size()) * line + theme_.px(8));
  painter->setPen(QPen(theme_.line, 1));
  painter->setBrush(translucent(theme_.card, 0.88F));
  painter->drawRoundedRect(box, 5, 5);
  painter->setFont(plotFont(theme_.scale));
  for (std::size_t row = 0; row < lines.size(); ++row) {
    const double y = box.top() + theme_.px(4) + double(row) * line;
    painter->setPen(Qt::NoPen);
    painter->setBrush(QColor::fromRgba(palette[lines[row].colour]));
    painter->drawEllipse(QPointF(box.left() + theme_.px(10), y + line / 2.0), 3.2 * theme_.scale, 3.2 * theme_.scale);
    painter->setPen(theme_.dim);
    painter->drawText(QRectF(box.left() + theme_.px(19), y, width - theme_.px(20), line), int(Qt::AlignLeft | Qt::AlignVCenter),
                      lines[row].name);
  }
}

/// That the run minimises.
bool FrontLayer::isObjective(Quantity quantity) const {
  const auto isOne = [&](Objective objective) {
    return std::ranges::find(model_.run().settings.evaluation.objectives, objective) != model_.run().settings.evaluation.objectives.end();
  };
  switch (quantity) {
  case Quantity::Runtime:
  case Quantity::Speedup:
    return true;
  case Quantity::Error:
    return isOne(Objective::Error);
  case Quantity::Energy:
    return isOne(Objective::Energy);
  case Quantity::Edits:
    return isOne(Objective::Edits);
  case Quantity::Generation:
    break;
  }
  return false;
}

/// Those that no other member is as good as in both of what the axes show. None where an axis shows no objective, or both the same.
FrontLayer::Projection FrontLayer::projectionOf(const std::vector<ScatterPoint>& members) const {
  const auto isTime = [](Quantity quantity) { return quantity == Quantity::Runtime || quantity == Quantity::Speedup; };
  if (!isObjective(scale_.x) || !isObjective(scale_.y) || scale_.x == scale_.y || (isTime(scale_.x) && isTime(scale_.y))) return {};
  const AxisTransform transform = scale_.transform();
  const auto cost = [&](Quantity quantity, const ScatterPoint& point) { // of a speedup less is worse
    return quantity == Quantity::Speedup ? -transform.valueOf(quantity, point) : transform.valueOf(quantity, point);
  };
  ParetoArchive<const ScatterPoint*> archive;
  for (const ScatterPoint& member : members)
    if (const std::array costs{cost(scale_.x, member), cost(scale_.y, member)}; std::isfinite(costs[0]) && std::isfinite(costs[1]))
      archive.add(costs, &member);
  Projection projection;
  std::vector<std::array<double, 2>> costs;
  for (const auto& [point, member] : archive.members()) {
    projection.points.push_back(*member);
    costs.push_back({point[0], point[1]});
  }
  projection.knee = kneeOf(costs);
  return projection;
}

void FrontLayer::drawFewestEdits(QCPPainter* painter) const {
  if (scale_.y != Quantity::Edits || isObjective(scale_.y)) return; // of the last picture, or the front itself
  const AxisTransform transform = scale_.transform();
  QPolygonF line;
  for (const ScatterPoint& point : fewestEdits_) line << transform.position(point);
  painter->setBrush(Qt::NoBrush);
  painter->setPen(QPen(theme_.front, 1.4 * theme_.scale, Qt::DashLine));
  painter->drawPolyline(stepLine(line));
}

bool FrontLayer::isDimmed(std::int64_t id) const {
  const VariantRow* row = passes_ ? model_.variant(id) : nullptr;
  return row && !passes_(*row);
}

/// Those that failed held-out tests are crossed out.
void FrontLayer::drawMembers(QCPPainter* painter, const std::vector<ScatterPoint>& members, double usualRadius,
                             const QColor& colour) const {
  const double radius = usualRadius * theme_.scale;
  const bool isSmall = usualRadius <= smallMember;
  for (const ScatterPoint& member : members) {
    const QPointF point = scale_.transform().position(member);
    if (!std::isfinite(point.x()) || !std::isfinite(point.y())) continue;
    const ValidationRow* const validation = model_.validation(member.id);
    const bool failed = validation && !validation->passed;
    painter->setOpacity(isDimmed(member.id) ? dimmedOpacity : 1);
    painter->setPen(failed ? QPen(theme_.bad, 1.4 * theme_.scale) : QPen(theme_.card, (isSmall ? 1 : 1.5) * theme_.scale));
    painter->setBrush(failed ? theme_.card : colour);
    painter->drawEllipse(point, radius, radius);
    if (!failed) continue;
    const QPointF corner(radius * 0.6, radius * 0.6);
    const QPointF other(corner.x(), -corner.y());
    painter->drawLine(point - corner, point + corner);
    painter->drawLine(point - other, point + other);
  }
  painter->setOpacity(1);
}

std::vector<ScatterPoint> FrontLayer::members() const {
  std::vector<ScatterPoint> members;
  for (const std::int64_t id : front_)
    if (const VariantRow* row = model_.variant(id)) members.push_back(pointOf(*row));
  return members;
}

void FrontLayer::drawFront(QCPPainter* painter) const {
  const std::vector<ScatterPoint> members = this->members();
  const Projection projection = projectionOf(members);
  const AxisTransform transform = scale_.transform();
  // Between two members, the other objective keeps the value of the first.
  QPolygonF line;
  for (const ScatterPoint& member : projection.points) line << transform.position(member);
  const bool isProjected = projection.points.size() < members.size() && !projection.points.empty();
  if (isProjected) drawMembers(painter, members, smallMember, translucent(theme_.front, 0.55F));
  painter->setBrush(Qt::NoBrush);
  painter->setPen(QPen(theme_.front, 1.6 * theme_.scale));
  painter->drawPolyline(stepLine(line));
  drawMembers(painter, isProjected ? projection.points : members, largeMember, theme_.front);
  if (projection.knee) drawKnee(painter, transform.position(projection.points[*projection.knee]));
}

std::optional<std::int64_t> FrontLayer::knee() const {
  const Projection projection = projectionOf(members());
  return projection.knee ? std::optional(projection.points[*projection.knee].id) : std::nullopt;
}

QPolygonF FrontLayer::line() const {
  QPolygonF line;
  for (const ScatterPoint& member : projectionOf(members()).points) line << scale_.transform().position(member);
  return stepLine(line);
}

/// On the side that is better in both, where no member can be.
void FrontLayer::drawKnee(QCPPainter* painter, const QPointF& point) const {
  const bool toTheRight = scale_.x == Quantity::Speedup;
  const bool above = scale_.y == Quantity::Speedup;
  QRectF area(0, 0, theme_.px(40), theme_.px(16));
  area.moveLeft(toTheRight ? point.x() + theme_.px(9) : point.x() - theme_.px(9) - area.width());
  area.moveTop(above ? point.y() - theme_.px(6) - area.height() : point.y() + theme_.px(6));
  const QRectF room = scale_.area();
  if (area.left() < room.left() + 4) area.moveLeft(point.x() + theme_.px(10));
  if (area.bottom() > room.bottom() - 2) area.moveBottom(point.y() - theme_.px(6));
  drawLabel(painter, area, area.left() > point.x() ? Qt::AlignLeft : Qt::AlignRight, QObject::tr("knee"), theme_.dim);
}

/// Derived variants belong to no generation: drawn as rings.
void FrontLayer::drawDerived(QCPPainter* painter) const {
  painter->setPen(QPen(theme_.accent, 1.8 * theme_.scale));
  painter->setBrush(theme_.card);
  const double radius = 4 * theme_.scale;
  const AxisTransform transform = scale_.transform();
  for (const VariantRow& row : model_.derived()) {
    painter->setOpacity(isDimmed(row.id) ? dimmedOpacity : 1);
    if (const QPointF point = transform.jittered(pointOf(row)); transform.area.contains(point)) painter->drawEllipse(point, radius, radius);
  }
  painter->setOpacity(1);
}

void FrontLayer::drawOriginals(QCPPainter* painter) const {
  const RunInfo& run = model_.run();
  if (run.report.nvcc.runs()) drawOriginal(painter, {.runtime = run.nvccRuntime()}, QObject::tr("original by nvcc"));
  drawOriginal(painter, {.runtime = run.originalRuntime, .energy = run.originalEnergy},
               run.report.nvcc.runs() ? QObject::tr("by clang") : QObject::tr("original"));
}

void FrontLayer::drawOriginal(QCPPainter* painter, const ScatterPoint& original, const QString& name) const {
  const QPointF point = scale_.transform().position(original);
  if (!QRectF(scale_.area()).adjusted(-1, -1, 1, 1).contains(point)) return;
  painter->setPen(QPen(theme_.card, 1));
  painter->setBrush(theme_.ink);
  const double size = 7.5 * theme_.scale;
  painter->drawPolygon(
      QPolygonF({point + QPointF(0, -size), point + QPointF(size, 0), point + QPointF(0, size), point + QPointF(-size, 0)}));
  // Next to an axis, the label moves to the side that has room.
  const QRectF room = scale_.area();
  QRectF labelRect(point.x() - theme_.px(60), point.y() - theme_.px(31), theme_.px(120), theme_.px(16));
  if (labelRect.left() < room.left() + 4) labelRect.moveLeft(point.x() + theme_.px(14));
  const Qt::Alignment side = labelRect.left() > point.x() ? Qt::AlignLeft : Qt::AlignHCenter;
  if (side == Qt::AlignLeft) labelRect.moveTop(point.y() - theme_.px(20));
  drawLabel(painter, labelRect, side, name, theme_.ink);
}

void FrontLayer::drawLabel(QCPPainter* painter, const QRectF& area, Qt::Alignment side, const QString& text, const QColor& colour) const {
  painter->setFont(plotFont(theme_.scale));
  painter->setPen(colour); // a painter without a pen measures no text
  const QRectF back = painter->boundingRect(area, int(side | Qt::AlignVCenter), text);
  painter->setPen(Qt::NoPen);
  painter->setBrush(translucent(theme_.card, 0.85F)); // points show through, and the text stays legible
  painter->drawRoundedRect(back.adjusted(-4, 0, 4, 0), 4, 4);
  painter->setPen(colour);
  painter->drawText(area, int(side | Qt::AlignVCenter), text);
}

MarkLayer::MarkLayer(QCustomPlot* plot, const QString& layer, const ParetoScale& scale) : QCPLayerable(plot, layer), scale_(scale) {}

void MarkLayer::setMarks(std::int64_t selected, std::int64_t compared, std::optional<std::int64_t> hovered) {
  selected_ = selected;
  compared_ = compared;
  hovered_ = hovered;
}

void MarkLayer::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

QRect MarkLayer::clipRect() const {
  const int margin = theme_.px(11);
  return scale_.area().adjusted(-margin, -margin, margin, margin);
}

void MarkLayer::setNewBest(std::int64_t id, std::optional<double> progress) {
  newBest_ = id;
  progress_ = progress;
}

void MarkLayer::draw(QCPPainter* painter) {
  painter->setBrush(Qt::NoBrush);
  if (progress_) ring(painter, newBest_, 5 + 22 * *progress_, QPen(translucent(theme_.good, static_cast<float>(1 - *progress_)), 3));
  drawWhatIf(painter);
  for (const std::int64_t member : group_) ring(painter, member, 6.5, QPen(theme_.accent, 2));
  if (hovered_ && hovered_ != selected_) ring(painter, *hovered_, 7, QPen(theme_.dim, 1.2));
  if (compared_ != 0) ring(painter, compared_, 9, QPen(theme_.dim, 1.4, Qt::DotLine));
  ring(painter, selected_, 9, QPen(focused_ ? theme_.accent : theme_.ink, focused_ ? 2 : 1.6));
}

/// With a line from the variant, which is one of many points.
void MarkLayer::drawWhatIf(QCPPainter* painter) const {
  if (!whatIf_) return;
  const QPointF there = scale_.transform().position(whatIf_->point);
  if (!std::isfinite(there.x()) || !std::isfinite(there.y())) return;
  painter->setPen(QPen(theme_.accent, theme_.scale, Qt::DashLine));
  if (const std::optional<QPointF> from = position_(whatIf_->variant)) painter->drawLine(*from, there);
  painter->setPen(QPen(theme_.accent, 1.8 * theme_.scale, Qt::DashLine));
  painter->setBrush(translucent(theme_.card, 0.8F));
  painter->drawEllipse(there, 6 * theme_.scale, 6 * theme_.scale);
  painter->setBrush(Qt::NoBrush);
}

/// At a scale of 1.
void MarkLayer::ring(QCPPainter* painter, std::int64_t id, double radius, QPen pen) const {
  const std::optional<QPointF> point = position_(id);
  if (!point || !clipRect().contains(point->toPoint())) return;
  pen.setWidthF(pen.widthF() * theme_.scale);
  painter->setPen(pen);
  painter->drawEllipse(*point, radius * theme_.scale, radius * theme_.scale);
}

} // namespace gevo::ui
