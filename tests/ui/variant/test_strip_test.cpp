#include "ui/variant/test_strip.h"

#include <QHelpEvent>
#include <QToolTip>
#include <QtTest>

namespace gevo::ui {

/// What a variant gains on each test.
class TestStripTest : public QObject {
  Q_OBJECT

  static QColor colourAt(TestStrip& strip, double x) {
    const QImage image = strip.grab().toImage();
    const double ratio = image.devicePixelRatio();
    return image.pixelColor(static_cast<int>(x * ratio), static_cast<int>((strip.height() - 8) * ratio));
  }

private slots:
  void workloadsComeFirst() {
    TestStrip strip;
    strip.setTests({{TestRole::Test, "64 64", 10, 20}, {TestRole::Workload, "4096", 100, 50}});
    QCOMPARE(strip.text(), "workload 4096: 2.000×, test 64 64: 0.500×");
    QVERIFY(!strip.isHidden());
  }

  void oneTestAloneIsNotShown() {
    TestStrip strip;
    strip.setTests({{TestRole::Test, "64 64", 10, 20}});
    QVERIFY(strip.isHidden());
    strip.setTests({});
    QVERIFY(strip.isHidden());
  }

  void gainsGoToTheRightAndLossesToTheLeft() {
    const Theme theme = Theme::light();
    TestStrip strip;
    strip.setTheme(theme);
    strip.setTests({{TestRole::Workload, "4096", 100, 50}, {TestRole::Test, "64", 10, 20}});
    strip.resize(420, strip.sizeHint().height());
    // Two cells of 193 pixels from 10 on, 14 apart.
    QCOMPARE(colourAt(strip, 10 + 193 * 0.75), theme.good);
    QCOMPARE(colourAt(strip, 10 + 193 * 0.25), theme.line);
    QCOMPARE(colourAt(strip, 217 + 193 * 0.25), theme.bad);
    QCOMPARE(colourAt(strip, 217 + 193 * 0.75), theme.line);
  }

  void aTipNamesTheTimes() {
    TestStrip strip;
    strip.setTests({{TestRole::Workload, "<big>", 100, 50}, {TestRole::Test, "64", 10, 20}});
    strip.resize(420, strip.sizeHint().height());
    strip.show();
    QHelpEvent help(QEvent::ToolTip, {20, 10}, strip.mapToGlobal(QPoint(20, 10)));
    QApplication::sendEvent(&strip, &help);
    QVERIFY(QToolTip::text().contains("&lt;big&gt;"));
    QVERIFY(QToolTip::text().contains("50.00 µs instead of 100.00 µs") || QToolTip::text().contains("50.0 µs instead of 100.0 µs"));
  }
};

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::TestStripTest)
#include "test_strip_test.moc"
