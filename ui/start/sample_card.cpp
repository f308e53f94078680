#include "ui/start/sample_card.h"

#include <QPainter>

namespace gevo::ui {
namespace {

constexpr int margin = 14;

} // namespace

SampleCard::SampleCard(Sample sample, QWidget* parent) : Tile(parent), sample_(std::move(sample)) {
  setAccessibleName(QString::fromStdString(sample_.name + ": " + sample_.summary));
  setToolTip(note());
}

QString SampleCard::note() const {
  return sample_.prebuilt.empty() ? tr("is built with your CUDA toolkit") : tr("ready to run, on any computer");
}

void SampleCard::paintContents(QPainter& painter) {
  const int width = this->width() - 2 * margin;
  const QFont small = interfaceFont(12);
  int y = drawLine(painter, {margin, 12}, width, QString::fromStdString(sample_.name), theme().ink, interfaceFont(13, QFont::DemiBold)) + 4;
  QString summary = QString::fromStdString(sample_.summary);
  if (!summary.isEmpty()) summary[0] = summary[0].toUpper();
  painter.setFont(small);
  painter.setPen(theme().ink);
  painter.drawText(QRect(margin, y, width, 2 * QFontMetrics(small).height()), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, summary);
  drawLine(painter, {margin, height() - 14 - QFontMetrics(small).height() / 2}, width, note(), theme().dim, interfaceFont(11));
}

} // namespace gevo::ui
