#include "ui/start/sample_card.h"

#include "ui/start/wrapped_lines.h"

#include <QPainter>

namespace gevo::ui {
namespace {

constexpr int margin = 14;

} // namespace

SampleCard::SampleCard(Sample sample, QWidget* parent) : Tile(parent), sample_(std::move(sample)) {
  setAccessibleName(QString::fromStdString(sample_.name + ": " + sample_.summary));
  setToolTip(QString::fromStdString(sample_.summary) + "\n" + note());
}

QString SampleCard::note() const {
  return sample_.prebuilt.empty() ? tr("built with your CUDA toolkit") : tr("ready to run, on any computer");
}

void SampleCard::paintContents(QPainter& painter) {
  const int width = this->width() - 2 * margin;
  const QFont small = interfaceFont(12);
  int y = drawLine(painter, {margin, 12}, width, QString::fromStdString(sample_.name), theme().ink, interfaceFont(13, QFont::DemiBold)) + 4;
  QString summary = QString::fromStdString(sample_.summary);
  if (!summary.isEmpty()) summary[0] = summary[0].toUpper();
  for (const QString& line : wrappedLines(summary, small, width, 2)) y = drawLine(painter, {margin, y}, width, line, theme().ink, small);
  drawLine(painter, {margin, height() - 14 - QFontMetrics(small).height() / 2}, width, note(), theme().dim, interfaceFont(11));
}

} // namespace gevo::ui
