/// How the explorer draws variants on devices.

#include "ui/portability/portability_plot.h"
#include "ui/portability/portability_table.h"

#include <QAbstractItemModelTester>
#include <QtTest>
#include <qcustomplot.h>

namespace gevo::ui {

namespace {

const PortabilityCell fast{Reason::None, "", 30, 20};
const PortabilityCell slow{Reason::None, "", 30, 40};
const PortabilityCell race{Reason::Race, "two lanes write <out>", 30, 0};
const PortabilityCell unusable{Reason::Unsupported, "there is no GPU", 0, 0};

std::shared_ptr<const Portability> found() {
  return std::make_shared<const Portability>(
      Portability{{"simulated A100", "H200", "cuda:1", "simulated V100"}, {{7, {fast, slow, unusable}}, {9, {slow, race, unusable}}}});
}

} // namespace

class PortabilityPlotViewTest : public QObject {
  Q_OBJECT

  std::unique_ptr<PortabilityPlot> view_;

  int bars() const {
    int count = 0;
    for (int i = 0; i < view_->plot()->plottableCount(); ++i)
      if (const auto* bars = qobject_cast<const QCPBars*>(view_->plot()->plottable(i))) count += bars->dataCount();
    return count;
  }
  /// Over a bar of one of the two variants.
  QPoint over(double device, int row) const {
    const QCustomPlot* plot = view_->plot();
    return {int(plot->xAxis->coordToPixel(device + (row == 0 ? -0.2 : 0.2))), int(plot->yAxis->coordToPixel(0.2))};
  }

private slots:
  void initTestCase() { applyTheme(Theme::light()); }
  void init() {
    view_ = std::make_unique<PortabilityPlot>();
    view_->setTheme(Theme::light());
    view_->resize(800, 340);
    view_->show();
    view_->setFound(found());
    QTRY_COMPARE(bars(), 3);
  }

  void reasonsStandInPlaceOfBars() {
    QStringList texts = view_->texts();
    for (QString& text : texts) text.replace('\n', ' ');
    QVERIFY2(texts.contains("unsupported: there is no GPU"), qPrintable(texts.join('|')));
    QCOMPARE(texts.count("unsupported: there is no GPU"), 1); // of both variants
    QCOMPARE(texts.filter("race: ").size(), 1);
    QCOMPARE(texts.filter("not measured yet").size(), 1);
    QVERIFY(texts.contains("original"));
  }

  void tipsTellEachVariant() {
    QVERIFY2(view_->tipAt(over(0, 0)).contains("<b>Variant 7</b> on simulated A100"), qPrintable(view_->tipAt(over(0, 0))));
    QVERIFY(view_->tipAt(over(0, 0)).contains(QString::fromUtf8("1.500×: 20.00 µs instead of 30.00 µs")));
    QVERIFY(view_->tipAt(over(1, 1)).contains("race: two lanes write &lt;out&gt;"));
    QVERIFY(view_->tipAt(over(3, 0)).isEmpty());
    QVERIFY(view_->tipAt({2, 2}).isEmpty());
  }

  void aSmallPlotStillDraws() {
    view_->resize(160, 90);
    view_->setTheme(Theme::darkened());
    QTRY_COMPARE(view_->plot()->xAxis->tickLabelColor(), Theme::darkened().dim);
    QCOMPARE(bars(), 3);
  }

  void theTableHasARowForEachMeasuredCell() {
    PortabilityTable table;
    const QAbstractItemModelTester tester(&table);
    table.setFound(found());
    QCOMPARE(table.rowCount(), 6);
    const auto text = [&](int row, PortabilityColumn column) { return table.index(row, int(column)).data().toString(); };
    QCOMPARE(text(0, PortabilityColumn::Speedup), QString::fromUtf8("1.500×"));
    QCOMPARE(text(0, PortabilityColumn::Why), QString());
    QCOMPARE(text(4, PortabilityColumn::Variant), QString("9"));
    QCOMPARE(text(4, PortabilityColumn::Original), QString::fromUtf8("30.00 µs"));
    QCOMPARE(text(4, PortabilityColumn::Why), QString("race: two lanes write <out>"));
    QCOMPARE(table.index(4, int(PortabilityColumn::Why)).data(Qt::ToolTipRole).toString(), text(4, PortabilityColumn::Why));
  }
};

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::PortabilityPlotViewTest)
#include "portability_plot_view_test.moc"
