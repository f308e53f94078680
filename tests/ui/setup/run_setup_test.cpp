#include "ui/setup/limit_row.h"
#include "ui/setup/parameter_group.h"
#include "ui/setup/presets.h"
#include "ui/setup/run_setup.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QMenu>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>
#include <QtTest>

namespace gevo::ui {

class RunSetupTest : public QObject {
  Q_OBJECT
private slots:
  void shownSettingsAreReturnedUnchanged_data();
  void shownSettingsAreReturnedUnchanged();
  void startingEmitsTheSettings();
  void presetFillsTheFields();
  void usualTolerancesAreOneClickAway();
  void seedAndWorkersDoNotBelongToPresets();
  void changedFieldClearsThePreset();
  void invalidSettingsCannotStartAndShowWhy();
  void endlessRunIsPointedOut();
  void oneGenerationIsSingular();
  void seriesNeedsAStopCondition();
  void latestRunProvidesTimeEstimateAndFront();
  void devicesAreListedOnceKnown();
  void theNumberOfEditsIsAnObjectiveUnlessItIsTakenOff();
  void ideasAreDrawnWhereTheArchiveHasSome();
  void energyNeedsARealGpu();
  void programWithParametersIsAskedHowToUseThem();
  void fixedParametersNeedNoConfigurations();
  void severalTimedTestsAreMinimisedTogetherOrByTheWorst();
  void ofAProgramThatVariesResultsAreAlike();
  void useOfParametersDoesNotBelongToPresets();

private:
  static RunSetupOptions with(const RunSettings& settings) {
    RunSetupOptions options;
    options.settings = settings;
    return options;
  }
};

void RunSetupTest::shownSettingsAreReturnedUnchanged_data() {
  QTest::addColumn<QString>("json");
  const auto row = [](const char* name, auto change) {
    RunSettings settings;
    change(settings);
    QTest::newRow(name) << QString::fromStdString(printRunSettings(settings));
  };
  row("defaults", [](RunSettings&) {});
  row("exact", [](RunSettings& s) { s.evaluation.mode = Mode::Exact; });
  row("absolute error, lockstep warps", [](RunSettings& s) {
    s.evaluation.metric = Metric::MaxAbsolute;
    s.evaluation.tolerance = 2.5;
    s.evaluation.races = RacePolicy::Warp;
  });
  row("every stop condition", [](RunSettings& s) {
    s.search.generations = 77;
    s.search.seconds = 90;
    s.search.target = 1.35;
    s.search.stagnation = 9;
  });
  row("finer than the fields", [](RunSettings& s) {
    s.evaluation.tolerance = 1e-12;
    s.search.crossoverRate = 0.8125;
    s.search.mutationRate = 0.333;
    s.search.eliteShare = 0.125;
  });
  row("the worst test", [](RunSettings& s) { s.evaluation.across = Across::Worst; });
  row("energy too", [](RunSettings& s) {
    s.evaluation.device = "cuda:0";
    s.evaluation.objectives = {Objective::Time, Objective::Error, Objective::Energy};
  });
  row("parameters tuned alone", [](RunSettings& s) {
    s.search.parameters = ParameterMode::Tune;
    s.search.tunings = 200;
  });
  row("parameters fixed", [](RunSettings& s) { s.search.parameters = ParameterMode::Fixed; });
  row("elites counted", [](RunSettings& s) { s.search.eliteCount = 4; });
  row("everything else", [](RunSettings& s) {
    s.search.population = 64;
    s.search.crossoverRate = 0.65;
    s.search.mutationRate = 0.5;
    s.search.eliteShare = 0.1;
    s.search.targeting = Targeting::Uniform;
    s.search.operators = {Operator::Delete, Operator::Unroll};
    s.search.dropInactive = false;
    s.search.ideas = {{"delete: barrier in a loop", 7}};
    s.search.randomTest = true;
    s.search.counterexamples = false;
    s.search.seed = 123456;
    s.search.tournament = 5; // has no field
    s.workers = 3;
  });
}

void RunSetupTest::shownSettingsAreReturnedUnchanged() {
  QFETCH(QString, json);
  const RunSettings settings = parseRunSettings(json.toStdString()).value();
  RunSetup dialog(with(settings));
  QCOMPARE(QString::fromStdString(printRunSettings(dialog.settings())), json);
}

void RunSetupTest::startingEmitsTheSettings() {
  RunSettings settings;
  settings.runs = 10;
  settings.search.generations = 5;
  RunSetup dialog(with(settings));
  std::optional<RunSettings> started;
  connect(&dialog, &RunSetup::startRequested, this, [&](const RunSettings& asked, qint64 from) {
    started = asked;
    QCOMPARE(from, 0);
  });
  dialog.open();
  QTest::mouseClick(dialog.startButton(), Qt::LeftButton);
  QVERIFY(started.has_value());
  QCOMPARE(started->runs, 10U);
  QVERIFY(!dialog.isVisible());
}

void RunSetupTest::presetFillsTheFields() {
  RunSettings mine;
  mine.search.seed = 42;
  mine.workers = 2;
  RunSetup dialog(with(mine));
  const std::vector<Preset> all = presets();
  for (int i = 0; i < static_cast<int>(all.size()); ++i) {
    dialog.presetChoice()->setCurrentIndex(i);
    emit dialog.presetChoice()->activated(i);
    QCOMPARE(presetOf(dialog.settings()), i);
    QCOMPARE(dialog.settings().search.seed, std::uint64_t(42));
    QCOMPARE(dialog.settings().workers, 2U);
  }
}

void RunSetupTest::usualTolerancesAreOneClickAway() {
  RunSettings exact;
  exact.evaluation.mode = Mode::Exact;
  RunSetup dialog(with(exact));
  const QList<QAction*> usual = dialog.findChild<QToolButton*>("tolerances")->menu()->actions();
  usual[1]->trigger();
  QCOMPARE(dialog.settings().evaluation.mode, Mode::TradeOff);
  QCOMPARE(dialog.settings().evaluation.metric, Metric::MaxRelative);
  QCOMPARE(dialog.settings().evaluation.tolerance, 0.05);
  usual[2]->trigger();
  QCOMPARE(dialog.settings().evaluation.metric, Metric::Rmse);
  QCOMPARE(dialog.settings().evaluation.tolerance, 2.5);
}

void RunSetupTest::seedAndWorkersDoNotBelongToPresets() {
  RunSettings settings;
  settings.search.seed = 9;
  settings.workers = 7;
  QCOMPARE(presetOf(settings), 0);
}

void RunSetupTest::changedFieldClearsThePreset() {
  RunSetup dialog(with({}));
  QCOMPARE(dialog.presetChoice()->currentIndex(), 0);
  dialog.findChildren<LimitRow*>().front()->setValue(33);
  QCOMPARE(dialog.presetChoice()->currentIndex(), dialog.presetChoice()->count() - 1);
}

void RunSetupTest::invalidSettingsCannotStartAndShowWhy() {
  RunSettings settings;
  settings.search.population = 16;
  settings.search.eliteCount = 40;
  RunSetup dialog(with(settings));
  QVERIFY(!dialog.startButton()->isEnabled());
  QVERIFY2(dialog.summary().contains("elites"), qPrintable(dialog.summary()));
}

void RunSetupTest::oneGenerationIsSingular() {
  RunSetup dialog({});
  LimitRow* generations = dialog.findChildren<LimitRow*>().front();
  generations->setValue(1);
  QCOMPARE(generations->behind(), QString("generation"));
  generations->setValue(2);
  QCOMPARE(generations->behind(), QString("generations"));
}

void RunSetupTest::endlessRunIsPointedOut() {
  RunSetup dialog(with({}));
  QVERIFY(dialog.summary().contains("until you stop it"));
  dialog.findChildren<LimitRow*>().front()->setValue(5);
  QVERIFY(!dialog.summary().contains("until you stop it"));
}

void RunSetupTest::seriesNeedsAStopCondition() {
  RunSettings settings;
  settings.runs = 3;
  RunSetup dialog(with(settings));
  QVERIFY(!dialog.startButton()->isEnabled());
  QVERIFY2(dialog.summary().contains("need a stop condition"), qPrintable(dialog.summary()));
  dialog.findChildren<LimitRow*>().front()->setValue(5);
  QVERIFY(dialog.startButton()->isEnabled());
}

void RunSetupTest::latestRunProvidesTimeEstimateAndFront() {
  RunSetupOptions options;
  options.settings.search.generations = 9;
  options.settings.search.population = 100;
  options.runs = {1, 3};
  options.secondsPerEvaluation = 0.01;
  options.evaluationsPerVariant = 6;
  RunSetup dialog(options);
  QVERIFY2(dialog.summary().contains("1:00"), qPrintable(dialog.summary())); // 10 generations x 100 x 6 evaluations x 10 ms
  QCOMPARE(dialog.beginWith(), 0);
  for (QComboBox* box : dialog.findChildren<QComboBox*>())
    if (const int index = box->findText("the front of run 3"); index >= 0) box->setCurrentIndex(index);
  QCOMPARE(dialog.beginWith(), 3);
}

void RunSetupTest::devicesAreListedOnceKnown() {
  RunSetupOptions options;
  options.workerProgram = GEVO_TEST_BIN "/gevo-worker";
  const RunSetup setup(options);
  QVERIFY2(setup.startButton()->isEnabled(), "starting does not wait for the devices");
  QTRY_VERIFY_WITH_TIMEOUT(setup.devices().contains("NVIDIA GPU: "), 30'000);
  auto* device = setup.findChild<QComboBox*>("device");
  QCOMPARE(device->currentText(), QString("simulated H200"));
  QCOMPARE(setup.settings().evaluation.device, std::string("sim"));
  device->setCurrentIndex(device->findText("simulated A100"));
  QCOMPARE(setup.settings().evaluation.device, std::string("sim:a100"));
}

void RunSetupTest::theNumberOfEditsIsAnObjectiveUnlessItIsTakenOff() {
  RunSetup setup(with({}));
  auto* edits = setup.findChild<QCheckBox*>("edits");
  QVERIFY(edits->isChecked());
  QCOMPARE(printObjectives(setup.settings().evaluation.objectives), std::string("time,error,edits"));
  edits->setChecked(false);
  QCOMPARE(printObjectives(setup.settings().evaluation.objectives), std::string("time,error"));
}

void RunSetupTest::ideasAreDrawnWhereTheArchiveHasSome() {
  QVERIFY(!RunSetup(with({})).findChild<QCheckBox*>("ideas")->isEnabled());
  RunSetupOptions options = with({});
  options.ideas = {{"delete: barrier in a loop", 7}};
  RunSetup setup(options);
  auto* ideas = setup.findChild<QCheckBox*>("ideas");
  QVERIFY(ideas->isEnabled() && !ideas->isChecked());
  QVERIFY(setup.settings().search.ideas.empty());
  ideas->setChecked(true);
  QVERIFY(setup.settings().search.ideas == options.ideas);
}

void RunSetupTest::energyNeedsARealGpu() {
  RunSettings settings;
  settings.evaluation.device = "cuda:0";
  RunSetup setup(with(settings));
  auto* energy = setup.findChild<QCheckBox*>("energy");
  QVERIFY(energy->isEnabled() && !energy->isChecked());
  energy->setChecked(true);
  QCOMPARE(printObjectives(setup.settings().evaluation.objectives), std::string("time,error,energy,edits"));
  auto* device = setup.findChild<QComboBox*>("device");
  device->addItem("simulated V100", "sim:v100");
  device->setCurrentIndex(device->count() - 1);
  QVERIFY(!energy->isEnabled());
  QCOMPARE(printObjectives(setup.settings().evaluation.objectives), std::string("time,error,edits"));
}

void RunSetupTest::programWithParametersIsAskedHowToUseThem() {
  const RunSetup without(with({}));
  QVERIFY(!without.findChild<ParameterGroup*>()->isVisibleTo(&without));
  RunSetupOptions options;
  options.hasParameters = true;
  const RunSetup setup(options);
  const auto* group = setup.findChild<ParameterGroup*>();
  QVERIFY(group->isVisibleTo(&setup));
  QCOMPARE(group->mode()->currentText(), QString("Evolve with the code"));
  QCOMPARE(group->tunings()->text(), QString("automatic (64)"));
  group->mode()->setCurrentIndex(group->mode()->findText("Tune alone"));
  group->tunings()->setValue(500);
  QVERIFY(setup.settings().search.parameters == ParameterMode::Tune);
  QCOMPARE(setup.settings().search.tunings, 500U);
}

void RunSetupTest::fixedParametersNeedNoConfigurations() {
  RunSetupOptions options;
  options.hasParameters = true;
  options.settings.search.parameters = ParameterMode::Fixed;
  const RunSetup setup(options);
  const auto* group = setup.findChild<ParameterGroup*>();
  QVERIFY(!group->tunings()->isEnabled());
  group->mode()->setCurrentIndex(group->mode()->findText("Evolve with the code"));
  QVERIFY(group->tunings()->isEnabled());
}

void RunSetupTest::severalTimedTestsAreMinimisedTogetherOrByTheWorst() {
  RunSetupOptions options;
  const RunSetup one(options);
  QVERIFY(!one.findChild<QComboBox*>("across")->isVisibleTo(&one));
  options.timesSeveral = true;
  const RunSetup several(options);
  auto* across = several.findChild<QComboBox*>("across");
  QVERIFY(across->isVisibleTo(&several));
  QCOMPARE(several.settings().evaluation.across, Across::Mean);
  across->setCurrentIndex(1);
  QCOMPARE(several.settings().evaluation.across, Across::Worst);
}

void RunSetupTest::ofAProgramThatVariesResultsAreAlike() {
  RunSetupOptions options;
  options.isStatistical = true;
  const RunSetup dialog(options);
  const QList<QRadioButton*> goals = dialog.findChildren<QRadioButton*>();
  QVERIFY(goals.front()->text().contains("Alike"));
}

void RunSetupTest::useOfParametersDoesNotBelongToPresets() {
  RunSettings settings;
  settings.search.parameters = ParameterMode::Fixed;
  settings.search.tunings = 9;
  QCOMPARE(presetOf(settings), 0);
  RunSetup dialog(with(settings));
  dialog.presetChoice()->setCurrentIndex(1);
  emit dialog.presetChoice()->activated(1);
  QVERIFY(dialog.settings().search.parameters == ParameterMode::Fixed);
  QCOMPARE(dialog.settings().search.tunings, 9U);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::RunSetupTest)
#include "run_setup_test.moc"
