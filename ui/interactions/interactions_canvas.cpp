#include "ui/interactions/interactions_canvas.h"

#include "core/format/interaction_text.h"
#include "core/report/interactions_picture.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <fmt/format.h>

namespace gevo::ui {

namespace {

constexpr int leastWidth = 320;
constexpr int redrawDelay = 60; ///< milliseconds
constexpr double reach = 3;     ///< around a part, in pixels

QColor mixed(const QColor& over, const QColor& under, float share) {
  return QColor::fromRgbF(over.redF() * share + under.redF() * (1 - share), over.greenF() * share + under.greenF() * (1 - share),
                          over.blueF() * share + under.blueF() * (1 - share));
}

/// Values of the names that pictures have for colours. Longer names come before those that they begin with.
std::vector<std::pair<QByteArray, QColor>> colorsOf(const Theme& theme) {
  constexpr float soft = 0.16F;
  return {{"$goodSoft", mixed(theme.good, theme.card, soft)},
          {"$good", theme.good},
          {"$badSoft", mixed(theme.bad, theme.card, soft)},
          {"$bad", theme.bad},
          {"$surface", theme.card},
          {"$raised", theme.chip},
          {"$ink", theme.ink},
          {"$muted", theme.dim},
          {"$line", theme.line},
          {"$accent", theme.accent},
          {"$scatter", theme.population}};
}

std::string elementOf(const PicturePart& part) {
  return part.cluster < 0 ? editElement(part.number) : subsetElement(std::size_t(part.cluster), part.number);
}

} // namespace

InteractionsCanvas::InteractionsCanvas(QWidget* parent) : QWidget(parent), theme_(Theme::light()) {
  setMouseTracking(true);
  setAccessibleName(tr("Which edits need each other"));
  redraw_.setSingleShot(true);
  redraw_.setInterval(redrawDelay);
  connect(&redraw_, &QTimer::timeout, this, &InteractionsCanvas::draw);
}

void InteractionsCanvas::setTheme(const Theme& theme) {
  theme_ = theme;
  color();
}

void InteractionsCanvas::setFound(std::shared_ptr<const Interactions> found, QStringList edits) {
  found_ = std::move(found);
  edits_ = std::move(edits);
  setAccessibleDescription(found_ ? QString::fromStdString(interactionSummary(*found_)) : QString());
  draw();
}

void InteractionsCanvas::setMarked(std::vector<PicturePart> marked) {
  if (marked == marked_) return;
  marked_ = std::move(marked);
  update();
}

void InteractionsCanvas::setPageWidth(int width) {
  if (width == pageWidth_) return;
  pageWidth_ = width;
  if (found_) redraw_.start();
}

void InteractionsCanvas::draw() {
  redraw_.stop();
  picture_.clear();
  size_ = QSizeF(0, 0);
  if (found_) {
    const Result<Picture> picture = report::interactionsPicture(*found_, {}, std::max(pageWidth_, leastWidth));
    if (picture) {
      picture_ = picture->content;
      size_ = {picture->width, picture->height};
    }
  }
  setMinimumSize(size_.width() > pageWidth_ ? int(size_.width()) : 0, int(size_.height()));
  color();
  emit wasDrawn();
}

/// Where the parts are is known once it has been parsed.
void InteractionsCanvas::color() {
  parts_.clear();
  QByteArray svg = QByteArray::fromStdString(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
                                                         "height=\"{1}\">{2}</svg>",
                                                         std::max(1.0, size_.width()), std::max(1.0, size_.height()), picture_));
  for (const auto& [name, value] : colorsOf(theme_)) svg.replace(name, value.name().toUtf8());
  renderer_.load(svg);
  if (found_) {
    const auto add = [&](const PicturePart& part) {
      const QString id = QString::fromStdString(elementOf(part));
      if (renderer_.elementExists(id)) parts_.emplace_back(part, renderer_.transformForElement(id).mapRect(renderer_.boundsOnElement(id)));
    };
    for (std::size_t edit = 0; edit < found_->edits.size(); ++edit) add({PicturePart::ofAnEdit, edit});
    for (std::size_t cluster = 0; cluster < found_->clusters.size(); ++cluster)
      for (std::size_t subset = 0; subset < found_->clusters[cluster].lattice.size(); ++subset) add({int(cluster), subset});
  }
  update();
}

std::optional<QRectF> InteractionsCanvas::placeOf(const PicturePart& part) const {
  const auto found = std::ranges::find(parts_, part, &std::pair<PicturePart, QRectF>::first);
  return found == parts_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<PicturePart> InteractionsCanvas::partAt(QPointF point) const {
  for (const auto& [part, place] : parts_)
    if (place.adjusted(-reach, -reach, reach, reach).contains(point)) return part;
  return std::nullopt;
}

void InteractionsCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), theme_.card);
  if (picture_.empty()) return;
  painter.setFont(font());
  renderer_.render(&painter, QRectF(QPointF(), size_));
  painter.setPen(QPen(theme_.accent, 2));
  painter.setBrush(Qt::NoBrush);
  for (const PicturePart& part : marked_)
    if (const std::optional<QRectF> place = placeOf(part)) {
      const QRectF around = place->adjusted(-4, -4, 4, 4);
      part.cluster < 0 ? painter.drawEllipse(around) : painter.drawRoundedRect(around, 10, 10);
    }
}

void InteractionsCanvas::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  if (const std::optional<PicturePart> part = partAt(event->position())) emit clicked(*part);
}

void InteractionsCanvas::mouseMoveEvent(QMouseEvent* event) {
  setCursor(partAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

QString InteractionsCanvas::tipOf(const PicturePart& part) const {
  if (part.cluster >= 0) {
    const LatticePoint& point = found_->clusters[std::size_t(part.cluster)].lattice[part.number];
    const QString what = part.number == 0 ? tr("the original") : QString::fromStdString(gainText(*found_, point.outcome));
    return point.inferred ? tr("%1 (not evaluated: it lacks what one of its edits fails without)").arg(what) : what;
  }
  QStringList lines;
  if (part.number < std::size_t(edits_.size())) lines << edits_[qsizetype(part.number)];
  lines << QString::fromStdString(roleText(*found_, part.number));
  const std::string needs = needsText(*found_, part.number);
  if (!needs.empty()) lines << tr("needs %1").arg(QString::fromStdString(needs));
  return lines.join('\n');
}

bool InteractionsCanvas::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const std::optional<PicturePart> part = partAt(help->pos());
  if (!part) {
    QToolTip::hideText();
    event->ignore();
    return true;
  }
  QToolTip::showText(help->globalPos(), tipOf(*part), this, placeOf(*part)->toAlignedRect());
  return true;
}

} // namespace gevo::ui
