#include "ui/variant/test_strip.h"

#include "ui/text/format.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace gevo::ui {

namespace {

constexpr int margin = 10;
constexpr int gap = 14;
constexpr int barHeight = 4;
constexpr double fullBar = 0.6931471805599453; ///< natural logarithm of a speedup whose bar is full: 2
constexpr double clearly = 0.005;              ///< of a speedup's logarithm, for a colour

QString argumentsOf(const TestSpeedup& test) { return QString::fromStdString(test.arguments); }

QString roleOf(const TestSpeedup& test) { return test.role == TestRole::Workload ? QObject::tr("workload") : QObject::tr("test"); }

} // namespace

TestStrip::TestStrip(QWidget* parent) : QWidget(parent), theme_(Theme::light()) {
  setFont(interfaceFont(12));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  hide();
}

void TestStrip::setTests(std::vector<TestSpeedup> tests) {
  std::ranges::stable_partition(tests, [](const TestSpeedup& test) { return test.role == TestRole::Workload; });
  tests_ = std::move(tests);
  setVisible(tests_.size() > 1);
  setAccessibleName(text());
  update();
}

void TestStrip::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

QSize TestStrip::sizeHint() const { return {0, fontMetrics().height() + barHeight + 12}; }

QString TestStrip::text() const {
  QStringList parts;
  for (const TestSpeedup& test : tests_) parts << tr("%1 %2: %3").arg(roleOf(test), argumentsOf(test), speedupText(test.speedup()));
  return parts.join(QStringLiteral(", "));
}

QRect TestStrip::cell(std::size_t test) const {
  const int count = static_cast<int>(tests_.size());
  const int place = static_cast<int>(test);
  const int all = width() - 2 * margin - (count - 1) * gap;
  const int left = margin + place * gap + all * place / count;
  return {left, 4, all * (place + 1) / count - all * place / count, height() - 8};
}

QString TestStrip::tipOf(const TestSpeedup& test) const {
  const QString role = test.role == TestRole::Workload ? tr("Workload") : tr("Test");
  return tr("%1 <code>%2</code>: %3 instead of %4")
      .arg(role, argumentsOf(test).toHtmlEscaped(), runtimeText(test.variant), runtimeText(test.original));
}

bool TestStrip::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  for (std::size_t i = 0; i < tests_.size(); ++i)
    if (cell(i).contains(help->pos())) {
      QToolTip::showText(help->globalPos(), tipOf(tests_[i]), this, cell(i));
      return true;
    }
  QToolTip::hideText();
  return true;
}

void TestStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  for (std::size_t i = 0; i < tests_.size(); ++i) {
    const TestSpeedup& test = tests_[i];
    const QRect area = cell(i);
    const double gain = std::log(test.speedup());
    const QColor colour = gain > clearly ? theme_.good : gain < -clearly ? theme_.bad : theme_.dim;
    const QRect line(area.left(), area.top(), area.width(), fontMetrics().height());
    const QString figure = speedupText(test.speedup());
    const int figureWidth = fontMetrics().horizontalAdvance(figure);
    painter.setPen(theme_.dim);
    painter.drawText(line.adjusted(0, 0, -figureWidth - 6, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(roleOf(test) + ' ' + argumentsOf(test), Qt::ElideRight, line.width() - figureWidth - 6));
    painter.setPen(colour == theme_.dim ? theme_.ink : colour);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, figure);

    const QRectF track(area.left(), line.bottom() + 4, area.width(), barHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.line);
    painter.drawRoundedRect(track, barHeight / 2.0, barHeight / 2.0);
    const double half = track.width() / 2;
    const double length = half * std::clamp(gain / fullBar, -1.0, 1.0);
    painter.setBrush(colour);
    painter.drawRect(QRectF(track.left() + half + std::min(0.0, length), track.top(), std::abs(length), barHeight));
    painter.setBrush(theme_.dim); // where it is as fast as the original
    painter.drawRect(QRectF(track.left() + half - 0.5, track.top() - 1, 1, barHeight + 2));
  }
}

} // namespace gevo::ui
