#include "ui/start/sample_card.h"

#include "ui/start/sample_copy.h"
#include "ui/start/wrapped_lines.h"
#include "ui/theme/icons.h"
#include "ui/widgets/card.h"

#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>

namespace gevo::ui {
namespace {

constexpr int margin = 14;

} // namespace

SampleCard::SampleCard(Sample sample, QWidget* parent)
    : Tile(parent), sample_(std::move(sample)), cancel_(makeToolButton({}, tr("Cancel the build"), this)) {
  setAccessibleName(QString::fromStdString(sample_.name + ": " + sample_.summary));
  setToolTip(QString::fromStdString(sample_.summary) + "\n" + note());
  cancel_->setFocusPolicy(Qt::NoFocus); // the card has Escape
  cancel_->setCursor(Qt::ArrowCursor);
  cancel_->hide();
  connect(cancel_, &QToolButton::clicked, this, &SampleCard::cancelRequested);
}

QString SampleCard::note() const {
  if (!step_.isEmpty()) return tr("building: %1").arg(step_);
  if (!sample_.prebuilt.empty()) return tr("ready to run, on any computer");
  return isSampleThere(sample_) ? tr("built already") : tr("built once, with your CUDA toolkit");
}

void SampleCard::setProgress(const QString& step) {
  step_ = step;
  cancel_->setIcon(ui::icon("close", theme().dim));
  cancel_->setVisible(!step.isEmpty());
  setAccessibleDescription(note());
  update();
}

void SampleCard::paintContents(QPainter& painter) {
  const int width = this->width() - 2 * margin;
  const QFont small = interfaceFont(12);
  int y = drawLine(painter, {margin, 12}, width, QString::fromStdString(sample_.name), theme().ink, interfaceFont(13, QFont::DemiBold)) + 4;
  QString summary = QString::fromStdString(sample_.summary);
  if (!summary.isEmpty()) summary[0] = summary[0].toUpper();
  for (const QString& line : wrappedLines(summary, small, width, 2)) y = drawLine(painter, {margin, y}, width, line, theme().ink, small);
  drawLine(painter, {margin, height() - 14 - QFontMetrics(small).height() / 2}, width, note(),
           step_.isEmpty() ? theme().dim : theme().accent, interfaceFont(11));
}

void SampleCard::resizeEvent(QResizeEvent*) {
  cancel_->resize(26, 26);
  cancel_->move(width() - 32, 6);
}

void SampleCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && !step_.isEmpty())
    emit cancelRequested();
  else
    Tile::keyPressEvent(event);
}

} // namespace gevo::ui
