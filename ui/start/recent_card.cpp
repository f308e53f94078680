#include "ui/start/recent_card.h"

#include "ui/start/front_picture.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/widgets/card.h"

#include <QContextMenuEvent>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

namespace gevo::ui {
namespace {

constexpr int margin = 14;
constexpr int pictureHeight = 84;

/// "today 14:02", "yesterday 9:15", "3 May".
QString dayText(const QDateTime& time) {
  const QLocale locale;
  const qint64 days = time.date().daysTo(QDate::currentDate());
  const QString clock = time.toString(QStringLiteral("HH:mm"));
  if (days == 0) return RecentCard::tr("today %1").arg(clock);
  if (days == 1) return RecentCard::tr("yesterday %1").arg(clock);
  return locale.toString(time.date(),
                         time.date().year() == QDate::currentDate().year() ? QStringLiteral("d MMMM") : QStringLiteral("d MMMM yyyy"));
}

} // namespace

RecentCard::RecentCard(const QString& path, QWidget* parent)
    : Tile(parent), path_(path), remove_(makeToolButton({}, tr("Remove from this list"), this)) {
  setToolTip(path);
  setAccessibleName(accessibleText());
  remove_->hide(); // until the mouse comes; the keyboard has Delete
  remove_->setFocusPolicy(Qt::NoFocus);
  remove_->setCursor(Qt::ArrowCursor);
  connect(remove_, &QToolButton::clicked, this, &RecentCard::removeRequested);
}

void RecentCard::setSummary(const FileSummary& summary) {
  summary_ = summary;
  read_ = true;
  if (!summary.exists) setToolTip(tr("%1 no longer exists. Press Delete to remove it from this list").arg(path_));
  if (!summary.problem.isEmpty()) setToolTip(summary.problem);
  setAccessibleName(accessibleText());
  update();
}

QString RecentCard::headline() const {
  if (summary_.best == 0) return {};
  const Fitness& best = summary_.bestFitness;
  const QString speedup = speedupText(summary_.run.fastestOriginal() / best.runtime);
  if (best.error == 0) return (summary_.run.settings.evaluation.statistical ? tr("%1 alike") : tr("%1 exact")).arg(speedup);
  return tr("%1, error %2").arg(speedup, errorText(summary_.run.settings.evaluation.metric, best.error));
}

RecentCard::Line RecentCard::state() const {
  if (!read_) return {tr("reading…"), theme().dim};
  if (!summary_.exists) return {tr("file not found"), theme().bad};
  if (!summary_.problem.isEmpty()) return {summary_.problem, theme().bad};
  if (summary_.runs == 0) return {tr("no run yet"), theme().dim};
  if (summary_.finished()) return {summary_.progressText(), theme().dim};
  return {summary_.progressText(), summary_.writerAlive ? theme().good : theme().warning};
}

QString RecentCard::accessibleText() const {
  QStringList parts{QFileInfo(path_).fileName()};
  if (!headline().isEmpty()) parts << headline();
  parts << state().text;
  if (summary_.exists) parts << dayText(summary_.changed);
  return parts.join(", ");
}

void RecentCard::paintContents(QPainter& painter) {
  const int width = this->width() - 2 * margin;
  const QRectF picture(2, 2, this->width() - 4, pictureHeight);
  const bool there = !read_ || (summary_.exists && summary_.problem.isEmpty());
  if (summary_.runs > 0) drawFront(painter, picture, summary_, theme());
  const QString nothing = !read_ ? QString() : !there ? tr("—") : summary_.runs == 0 ? tr("no front yet") : QString();
  painter.setPen(theme().dim);
  painter.setFont(interfaceFont(12));
  painter.drawText(picture, Qt::AlignCenter, nothing);
  painter.setPen(theme().line);
  painter.drawLine(QPointF(2, picture.bottom() + 0.5), QPointF(this->width() - 2, picture.bottom() + 0.5));

  const QFont bold = interfaceFont(13, QFont::DemiBold);
  const QFont small = interfaceFont(12);
  int y = static_cast<int>(picture.bottom()) + 9;
  const QString best = headline();
  const int bestWidth = best.isEmpty() ? 0 : QFontMetrics(bold).horizontalAdvance(best) + 10;
  if (!best.isEmpty()) drawLine(painter, {this->width() - margin - bestWidth + 10, y}, bestWidth, best, theme().good, bold);
  y = drawLine(painter, {margin, y}, width - bestWidth, QFileInfo(path_).completeBaseName(), there ? theme().ink : theme().dim, bold) + 3;
  y = drawLine(painter, {margin, y}, width, state().text, state().colour, small) + 2;
  const QString folder = QFileInfo(path_).absolutePath();
  const QString day = read_ && summary_.exists ? dayText(summary_.changed) : QString();
  const int dayWidth = day.isEmpty() ? 0 : QFontMetrics(small).horizontalAdvance(day) + 12;
  if (!day.isEmpty()) drawLine(painter, {this->width() - margin - dayWidth + 12, y}, dayWidth, day, theme().dim, small);
  drawLine(painter, {margin, y}, width - dayWidth, folder, theme().dim, small, Qt::ElideMiddle);
}

void RecentCard::resizeEvent(QResizeEvent*) {
  remove_->resize(26, 26);
  remove_->move(width() - 32, 6);
}

void RecentCard::enterEvent(QEnterEvent* event) {
  remove_->setIcon(ui::icon("close", theme().dim));
  remove_->show();
  Tile::enterEvent(event);
}

void RecentCard::leaveEvent(QEvent* event) {
  remove_->hide();
  Tile::leaveEvent(event);
}

void RecentCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Delete)
    emit removeRequested();
  else
    Tile::keyPressEvent(event);
}

void RecentCard::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("&Open"), this, &QAbstractButton::click)->setEnabled(!read_ || summary_.exists);
  menu->addAction(tr("&Remove from This List"), this, &RecentCard::removeRequested);
  menu->popup(event->globalPos());
}

} // namespace gevo::ui
