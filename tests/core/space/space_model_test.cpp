#include "core/space/space_csv.h"
#include "core/space/space_model.h"
#include "tests/core/space/invented_results.h"

#include <QtTest>

#include <cmath>

namespace gevo {

using namespace synthetic;

class SpaceModelTest : public QObject {
  Q_OBJECT
private slots:
  void onlyParametersThatVaryAreAxes();
  void anAxisHasUntriedValuesToo();
  void aValueThatTheSpaceLacksIsAddedInOrder();
  void whatIsNotNamedHasTheProgramsValue();
  void speedupsAreRelativeToTheOriginal();
  void twoTextsOfOneConfigurationAreOneLine();
  void theGridHasTheBestOfEachPair();
  void aFailureShowsOnlyWhereNothingPassed();
  void oneParameterIsOneRow();
  void theStrongestAxesSpreadTheRuntimesMost();
  void withoutResultsThereIsNothing();
  void theScaleIsLogarithmicOnEachSide();
  void theBestComeFirstAndTheFailedLast();
  void aConfigurationIsFoundByItsValues();
  void aLineIsNamedByItsValues();
  void aFailureIsOneLine();
  void whatWasOnlyTriedWithEditsHasNotFailed();
  void theDataHaveALinePerConfiguration();
};

void SpaceModelTest::onlyParametersThatVaryAreAxes() {
  const SpaceModel model = spaceModel(threeParameters(), twoParameterResults(), originalRuntime);
  QCOMPARE(model.axes.size(), std::size_t(2));
  QCOMPARE(model.axes[0].name, std::string("BLOCK"));
  QCOMPARE(model.axes[1].name, std::string("TILE"));
}

void SpaceModelTest::anAxisHasUntriedValuesToo() {
  const SpaceModel model = spaceModel(twoParameters(), {found({}, 0, 20), found({{"TILE", "4"}}, 3, 10)}, originalRuntime);
  QCOMPARE(model.axes.size(), std::size_t(1));
  QCOMPARE(model.axes[0].values, (std::vector<std::string>{"1", "2", "4"}));
  QCOMPARE(model.axes[0].own, 0);
}

void SpaceModelTest::aValueThatTheSpaceLacksIsAddedInOrder() {
  const SpaceModel model = spaceModel(twoParameters(), {found({}, 0, 20), found({{"TILE", "3"}}, 3, 10)}, originalRuntime);
  QCOMPARE(model.axes[0].values, (std::vector<std::string>{"1", "2", "3", "4"}));
}

void SpaceModelTest::whatIsNotNamedHasTheProgramsValue() {
  const SpaceModel model = spaceModel(twoParameters(), twoParameterResults(), originalRuntime);
  QCOMPARE(model.lines[1].at, (std::vector<int>{1, 1})); // BLOCK is 16
  QVERIFY(model.lines[0].own);
  QVERIFY(!model.lines[1].own);
}

void SpaceModelTest::speedupsAreRelativeToTheOriginal() {
  const SpaceModel model = spaceModel(twoParameters(), twoParameterResults(), originalRuntime);
  QCOMPARE(model.lines[2].speedup, 2.0);
  QCOMPARE(model.best, 2);
  QVERIFY(std::isnan(model.lines[4].speedup));
  QVERIFY(std::isnan(spaceModel(twoParameters(), twoParameterResults(), 0).lines[2].speedup));
}

void SpaceModelTest::twoTextsOfOneConfigurationAreOneLine() {
  const SpaceModel model =
      spaceModel(twoParameters(), {found({}, 0, 20), found({{"TILE", "2"}}, 1, 15), found({{"TILE", "1"}}, 2, 18)}, originalRuntime);
  QCOMPARE(model.lines.size(), std::size_t(2));
  QCOMPARE(model.lines[0].best, 2);
  QCOMPARE(model.lines[0].evaluations, std::uint64_t(6));
}

void SpaceModelTest::theGridHasTheBestOfEachPair() {
  const SpaceModel model = spaceModel(threeParameters(), threeParameterResults(), originalRuntime);
  const SpaceGrid grid = spaceGrid(model, 0, 1);
  QCOMPARE(grid.columns, 3);
  QCOMPARE(grid.rows, 3);
  QCOMPARE(grid.at(2, 1).line, 3); // of 11 and 10 µs
  QCOMPARE(grid.at(2, 1).tried, 2);
  QCOMPARE(grid.at(0, 2).line, -1);
}

void SpaceModelTest::aFailureShowsOnlyWhereNothingPassed() {
  std::vector<ConfigurationResult> results = threeParameterResults();
  results.push_back(found({{"TILE", "4"}}, 40, 30)); // beside the failed one with UNROLL
  const SpaceModel model = spaceModel(threeParameters(), results, originalRuntime);
  const SpaceCell cell = spaceGrid(model, 0, 1).at(1, 2);
  QCOMPARE(model.lines[std::size_t(cell.line)].best, 40);
  QCOMPARE(cell.failed, 1);
}

void SpaceModelTest::oneParameterIsOneRow() {
  const SpaceModel model = spaceModel(twoParameters(), {found({}, 0, 20), found({{"TILE", "4"}}, 3, 10)}, originalRuntime);
  const SpaceGrid grid = spaceGrid(model, 0, -1);
  QCOMPARE(grid.rows, 1);
  QCOMPARE(grid.at(2, 0).line, 1);
}

void SpaceModelTest::theStrongestAxesSpreadTheRuntimesMost() {
  ParameterSpace space = threeParameters();
  std::swap(space.parameters[1], space.parameters[2]); // BLOCK, UNROLL, TILE
  std::vector<ConfigurationResult> results = threeParameterResults();
  results.push_back(found({{"TILE", "4"}}, 41, 90));
  const auto axes = strongestAxes(spaceModel(space, results, originalRuntime));
  QCOMPARE(axes, std::pair(0, 2));
}

void SpaceModelTest::withoutResultsThereIsNothing() {
  const SpaceModel model = spaceModel(twoParameters(), {}, originalRuntime);
  QVERIFY(model.hasParameters);
  QVERIFY(model.axes.empty());
  QVERIFY(model.lines.empty());
  QCOMPARE(model.best, -1);
  QVERIFY(!spaceModel({}, {}, originalRuntime).hasParameters);
}

void SpaceModelTest::theScaleIsLogarithmicOnEachSide() {
  const SpeedupScale scale = speedupScale(spaceModel(twoParameters(), twoParameterResults(), originalRuntime));
  QCOMPARE(scale.slowest, 0.8);
  QCOMPARE(scale.fastest, 2.0);
  QCOMPARE(scale.share(2), 1.0);
  QCOMPARE(scale.share(std::sqrt(2)), 0.5);
  QCOMPARE(scale.share(1), 0.0);
  QCOMPARE(scale.share(0.8), 1.0);
  QCOMPARE(scale.share(unknown), 0.0);
}

void SpaceModelTest::theBestComeFirstAndTheFailedLast() {
  QCOMPARE(bestFirst(spaceModel(twoParameters(), twoParameterResults(), originalRuntime)), (std::vector<int>{2, 1, 0, 3, 4}));
}

void SpaceModelTest::aConfigurationIsFoundByItsValues() {
  const SpaceModel model = spaceModel(twoParameters(), twoParameterResults(), originalRuntime);
  QCOMPARE(lineOf(model, twoParameters(), {}), 0);
  QCOMPARE(lineOf(model, twoParameters(), {{"BLOCK", "32"}, {"TILE", "1"}}), 2); // 1 is the program's own
  QCOMPARE(lineOf(model, twoParameters(), {{"TILE", "4"}}), -1);
}

void SpaceModelTest::aLineIsNamedByItsValues() {
  const SpaceModel model = spaceModel(twoParameters(), twoParameterResults(), originalRuntime);
  QCOMPARE(configurationText(model, model.lines[1]), std::string("BLOCK = 16 · TILE = 2"));
  const SpaceModel own = spaceModel(twoParameters(), {found({}, 0, 20)}, originalRuntime);
  QCOMPARE(configurationText(own, own.lines[0]), std::string("the program's own configuration"));
}

void SpaceModelTest::aFailureIsOneLine() {
  const auto reasonOf = [](Reason reason, const std::string& message) {
    return failureReason(
        spaceModel(twoParameters(), {found({}, 0, 20), failed({{"TILE", "2"}}, reason, message)}, originalRuntime).lines[1]);
  };
  QCOMPARE(reasonOf(Reason::Configuration, "error:\nno such type\n"), std::string("error: no such type"));
  QCOMPARE(reasonOf(Reason::Crash, "in the kernel"), std::string("crash: in the kernel"));
  QCOMPARE(reasonOf(Reason::Crash, ""), std::string("crash"));
}

void SpaceModelTest::whatWasOnlyTriedWithEditsHasNotFailed() {
  ConfigurationResult edited = failed({{"TILE", "2"}}, Reason::WrongOutput, "out differs");
  edited.withEdits = true;
  const SpaceModel model = spaceModel(twoParameters(), {found({}, 0, 20), edited}, originalRuntime);
  QVERIFY(!model.lines[1].valid() && !model.lines[1].failed());
  QCOMPARE(failureReason(model.lines[1]), std::string("only tried with edits, first: wrong output: out differs"));
}

void SpaceModelTest::theDataHaveALinePerConfiguration() {
  const QList<QByteArray> lines =
      QByteArray::fromStdString(spaceCsv(spaceModel(twoParameters(), twoParameterResults(), originalRuntime))).trimmed().split('\n');
  QCOMPARE(lines.size(), 6);
  QCOMPARE(lines[0], QByteArray("BLOCK,TILE,evaluations,best,runtime_us,speedup,error,reason,message,only_with_edits"));
  QCOMPARE(lines[3], QByteArray("32,1,3,12,10,2,0,,,no"));
  QCOMPARE(lines[5], QByteArray("32,4,1,,,,,configuration,\"stencil needs 66,560 bytes of shared memory\",no"));
}

} // namespace gevo

QTEST_GUILESS_MAIN(gevo::SpaceModelTest)
#include "space_model_test.moc"
