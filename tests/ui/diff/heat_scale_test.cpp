#include "ui/diff/heat_scale.h"

#include "ui/diff/diff_canvas.h"
#include "ui/diff/diff_view.h"

#include <QApplication>
#include <QHelpEvent>
#include <QTest>
#include <QToolTip>

#include <cmath>

using namespace gevo::ui;

namespace {

/// Relative luminance (WCAG 2), which all kinds of colour vision see nearly alike.
double luminance(const QColor& color) {
  const auto linear = [](double value) { return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

DiffDocument document(const QVector<LineHeat>& heat) {
  DiffDocument result;
  result.text = QStringLiteral("first\nsecond\nthird\nfourth");
  result.tips = {QString(), QString(), QString(), QStringLiteral("inlined here")};
  result.heat = heat;
  return result;
}

} // namespace

class HeatScaleTest : public QObject {
  Q_OBJECT

  std::unique_ptr<DiffView> view_;
  DiffCanvas* canvas_ = nullptr;

  void show(const QVector<LineHeat>& left, const QVector<LineHeat>& right) { view_->setDocuments(document(left), document(right)); }
  /// Width of the line's bar in pixels.
  int barOf(Side side, int line) const {
    const QImage image = canvas_->viewport()->grab().toImage();
    const PaneGeometry pane = canvas_->paneGeometry(side);
    const int y = canvas_->rowRect(side, line).center().y();
    int width = 0;
    for (int x = pane.heatLeft(); x < pane.barLeft(); ++x) width += image.pixelColor(x, y) != canvas_->colors().gutter;
    return pane.heatWidth > 0 ? width : 0;
  }
  QString tipAt(const QPoint& place) const {
    QHelpEvent help(QEvent::ToolTip, place, canvas_->viewport()->mapToGlobal(place));
    QApplication::sendEvent(canvas_->viewport(), &help);
    return QToolTip::text();
  }

private slots:
  void init() {
    view_ = std::make_unique<DiffView>();
    canvas_ = view_->findChild<DiffCanvas*>();
    view_->resize(900, 300);
    view_->setFolding(false);
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
  }

  void lightnessTellsTheOrder_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
  }
  void lightnessTellsTheOrder() {
    QFETCH(const bool, dark);
    const double background = luminance((dark ? darkCodeColors() : lightCodeColors()).gutter);
    double last = std::abs(luminance(heatColor(dark, 0)) - background);
    for (int i = 1; i <= 20; ++i) {
      const double now = std::abs(luminance(heatColor(dark, i / 20.0)) - background);
      QVERIFY2(now > last, qPrintable(QString::number(i)));
      last = now;
    }
    QCOMPARE(heatColor(dark, 7), heatColor(dark, 1));
    QCOMPARE(heatColor(dark, -1), heatColor(dark, 0));
  }

  void hotterLinesHaveLongerBars() {
    show({{1, {}}, {0.5, {}}, {0, {}}, {0.001F, {}}}, {{0.25, {}}});
    QCOMPARE(barOf(Side::Left, 0), PaneGeometry::kHeatWidth - 3);
    QVERIFY(barOf(Side::Left, 1) > barOf(Side::Right, 0));
    QVERIFY(barOf(Side::Right, 0) > 0);
    QCOMPARE(barOf(Side::Left, 2), 0);
    QCOMPARE(barOf(Side::Left, 3), 1);
  }

  void withoutHeatTheGutterIsAsWideAsEver() {
    show({{1, {}}}, {});
    const int wide = canvas_->paneGeometry(Side::Right).gutterWidth;
    show({}, {});
    QCOMPARE(canvas_->paneGeometry(Side::Right).gutterWidth, wide - PaneGeometry::kHeatWidth);
    QCOMPARE(canvas_->paneGeometry(Side::Right).heatWidth, 0);
  }

  void theGutterTellsTheFigures() {
    show({{1, "1,234 cycles"}, {}, {}, {0.5, "617 cycles"}}, {});
    const PaneGeometry pane = canvas_->paneGeometry(Side::Left);
    const auto at = [&](int x, int line) { return tipAt({x, canvas_->rowRect(Side::Left, line).center().y()}); };
    QCOMPARE(at(pane.heatLeft() + 2, 0), QString("1,234 cycles"));
    QCOMPARE(at(pane.left + 4, 3), QString("617 cycles"));
    QCOMPARE(at(pane.textLeft() + 4, 3), QString("inlined here"));
  }

  void aDarkViewHasTheDarkScale() {
    view_->setColors(darkCodeColors());
    show({{1, {}}}, {});
    const QImage image = canvas_->viewport()->grab().toImage();
    const PaneGeometry pane = canvas_->paneGeometry(Side::Left);
    QCOMPARE(image.pixelColor(pane.heatLeft() + 2, canvas_->rowRect(Side::Left, 0).center().y()).rgb(), heatColor(true, 1).rgb());
  }
};

QTEST_MAIN(HeatScaleTest)
#include "heat_scale_test.moc"
