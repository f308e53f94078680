#include "tests/ui/made_up_run.h"
#include "ui/generations/acceptance_plot.h"
#include "ui/generations/generations_view.h"
#include "ui/generations/progress_plot.h"

#include <QtTest>
#include <qcustomplot.h>

namespace gevo::ui {

class GenerationsTest : public QObject {
  Q_OBJECT
private slots:
  void bestRuntimeAndErrorOfEveryGenerationAreDrawn();
  void newGenerationExtendsTheCurves();
  void bandsHoldEveryTry();
  void rareReasonsAreSummedUp();
  void acceptanceTabDrawsOneAreaPerBand();
};

void GenerationsTest::bestRuntimeAndErrorOfEveryGenerationAreDrawn() {
  RunModel model;
  ProgressPlot plot(model);
  const auto update = made_up::run();
  model.apply(update);
  QCOMPARE(plot.bestRuntime()->dataCount(), int(update->generations.size()));
  for (int i = 0; i < plot.bestRuntime()->dataCount(); ++i) {
    const GenerationRow& row = update->generations[static_cast<std::size_t>(i)];
    QCOMPARE(plot.bestRuntime()->dataMainKey(i), double(row.generation));
    QCOMPARE(plot.bestRuntime()->dataMainValue(i), row.bestRuntime);
    QCOMPARE(plot.bestError()->dataMainValue(i), row.bestError * 100); // percent
  }
}

void GenerationsTest::newGenerationExtendsTheCurves() {
  RunModel model;
  ProgressPlot plot(model);
  const auto first = made_up::run();
  model.apply(first);
  model.apply(made_up::nextGeneration(*first));
  QCOMPARE(plot.bestRuntime()->dataCount(), int(first->generations.size()) + 1);
  QCOMPARE(plot.bestRuntime()->dataMainValue(int(first->generations.size())), 11.0);
}

void GenerationsTest::bandsHoldEveryTry() {
  const auto update = made_up::run();
  const std::vector<AcceptanceBand> bands = acceptanceBands(update->generations, 5);
  QCOMPARE(bands[0].name, QString("valid"));
  QCOMPARE(bands[1].name, QString::fromUtf8(reasonName(Reason::WrongOutput)));
  for (std::size_t i = 0; i < update->generations.size(); ++i) {
    double sum = 0;
    for (const AcceptanceBand& band : bands) sum += band.tries[i];
    QCOMPARE(sum, double(update->generations[i].tries));
  }
}

void GenerationsTest::rareReasonsAreSummedUp() {
  const std::vector<AcceptanceBand> bands = acceptanceBands(made_up::run()->generations, 2);
  QCOMPARE(bands.size(), std::size_t(4));
  QCOMPARE(bands.back().name, QString("other"));
}

void GenerationsTest::acceptanceTabDrawsOneAreaPerBand() {
  RunModel model;
  GenerationsView view(model);
  view.setTheme(Theme::light());
  view.resize(500, 300);
  view.show();
  const auto update = made_up::run();
  model.apply(update);
  view.showAcceptance();
  QCustomPlot* plot = view.acceptance()->plot();
  QCOMPARE(plot->graphCount(), int(acceptanceBands(update->generations, 5).size()));
  QCOMPARE(plot->graph(plot->graphCount() - 1)->dataMainValue(0), double(update->generations[0].tries));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::GenerationsTest)
#include "generations_test.moc"
