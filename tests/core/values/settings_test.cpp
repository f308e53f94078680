#include <QTest>

#include "core/values/evaluation_result.h"
#include "core/values/settings.h"

#include <rapidcheck.h>

#include <set>

using namespace gevo;

namespace {

rc::Gen<double> anyShare() {
  return rc::gen::map(rc::gen::inRange(0, 1001), [](int thousandths) { return thousandths / 1000.0; });
}

RunSettings anySettings() {
  RunSettings settings;
  EvaluationSettings& e = settings.evaluation;
  e.model = *rc::gen::element<std::string>("", "name = \"GPU\"\n[machine]\n");
  e.device = *rc::gen::element<std::string>("sim", "sim:h200", "a \"quoted\" \\ device", "cuda", "cuda:all");
  if (e.device.starts_with("cuda")) {
    e.timingError = 0.001 + *anyShare() / 4;
    e.screen = *rc::gen::arbitrary<bool>();
    e.objectives = {Objective::Time, Objective::Error};
    if (*rc::gen::arbitrary<bool>()) e.objectives.push_back(Objective::Energy);
    if (*rc::gen::arbitrary<bool>()) e.objectives.push_back(Objective::Edits);
  }
  e.mode = *rc::gen::element(Mode::Exact, Mode::TradeOff);
  e.metric = *rc::gen::element(Metric::MaxRelative, Metric::MaxAbsolute, Metric::Rmse, Metric::Mismatch);
  e.races = *rc::gen::element(RacePolicy::Reject, RacePolicy::Warp, RacePolicy::Flag);
  e.tolerance = *anyShare() / 3;
  e.budgetFactor = 1 + *anyShare();
  SearchSettings& s = settings.search;
  s.seed = *rc::gen::arbitrary<std::uint64_t>();
  s.islands = *rc::gen::inRange<std::uint32_t>(1, 9);
  s.population = 2 * *rc::gen::inRange<std::uint32_t>(1, 32769 / s.islands);
  s.migration = *rc::gen::inRange<std::uint32_t>(1, 100);
  if (s.islands > 1) s.islandSettings = {{{s.operators.front()}, 0.25, std::nullopt, true}, {}};
  s.crossoverRate = *anyShare();
  s.mutationRate = *anyShare();
  s.eliteShare = *anyShare();
  s.initialMutations = *rc::gen::inRange<std::uint32_t>(0, 1001);
  s.tournament = *rc::gen::inRange<std::uint32_t>(1, 1025);
  s.mutationAttempts = *rc::gen::inRange<std::uint32_t>(1, 10001);
  s.crossoverAttempts = *rc::gen::inRange<std::uint32_t>(1, 10001);
  s.generations = *rc::gen::arbitrary<std::uint32_t>();
  s.seconds = *anyShare() * 1e5;
  if (*rc::gen::arbitrary<bool>())
    s.ideas = {{"delete: barrier in a loop", *rc::gen::inRange<std::uint32_t>(1, 1000000)}, {"unroll full: outer loop", 1}};
  settings.workers = *rc::gen::inRange<std::uint32_t>(0, 4097);
  return settings;
}

} // namespace

class SettingsTest : public QObject {
  Q_OBJECT

private slots:
  void settingsRoundTrip();
  void missingKeysKeepTheirDefaults();
  void runsOfEarlierVersionsMinimisedTimeAndError();
  void runsOfEarlierVersionsHadNoIdeas();
  void evaluationsKeepTheKeyOfOlderFiles();
  void damagedTextIsAnError_data();
  void damagedTextIsAnError();
  void namesRoundTrip();
  void anUnknownNameListsTheChoices();
  void objectivesAreReadInAnyOrder_data();
  void objectivesAreReadInAnyOrder();
  void defaultsAreInRange();
  void everyReasonAndStageHasItsName();
};

void SettingsTest::settingsRoundTrip() {
  QVERIFY(rc::check([] {
    const RunSettings settings = anySettings();
    const std::string text = printRunSettings(settings);
    const auto parsed = parseRunSettings(text);
    RC_ASSERT(parsed.has_value());
    RC_ASSERT(printRunSettings(*parsed) == text);
    RC_ASSERT(parsed->search.seed == settings.search.seed);
    RC_ASSERT(parsed->search.seconds == settings.search.seconds);
    RC_ASSERT(parsed->search.ideas == settings.search.ideas);
    RC_ASSERT(parsed->search.islandSettings == settings.search.islandSettings);
    RC_ASSERT(parsed->evaluation.tolerance == settings.evaluation.tolerance);
    RC_ASSERT(parsed->evaluation.races == settings.evaluation.races);
    RC_ASSERT(parsed->evaluation.device == settings.evaluation.device);
    RC_ASSERT(parsed->evaluation.timingError == settings.evaluation.timingError);
    RC_ASSERT(parsed->evaluation.screen == settings.evaluation.screen);
    RC_ASSERT(parsed->evaluation.objectives == settings.evaluation.objectives);
  }));
}

void SettingsTest::missingKeysKeepTheirDefaults() {
  const auto parsed = parseRunSettings(R"({"search": {"population": 8}})");
  QVERIFY(parsed);
  QCOMPARE(parsed->search.population, 8U);
  QCOMPARE(parsed->search.crossoverRate, SearchSettings().crossoverRate);
  QCOMPARE(parsed->evaluation.device, std::string("sim"));
}

void SettingsTest::runsOfEarlierVersionsMinimisedTimeAndError() {
  QCOMPARE(printObjectives(EvaluationSettings().objectives), std::string("time,error,edits"));
  const auto parsed = parseRunSettings(R"({"evaluation": {"device": "sim"}})");
  QVERIFY(parsed);
  QCOMPARE(printObjectives(parsed->evaluation.objectives), std::string("time,error"));
}

void SettingsTest::runsOfEarlierVersionsHadNoIdeas() {
  const auto parsed = parseRunSettings(R"({"search": {"population": 8}})");
  QVERIFY(parsed);
  QVERIFY(parsed->search.ideas.empty());
}

void SettingsTest::evaluationsKeepTheKeyOfOlderFiles() {
  const auto parsed = parseRunSettings(R"({"search": {"tries": 7}})");
  QVERIFY(parsed);
  QCOMPARE(parsed->search.evaluations, std::uint64_t(7));
  QVERIFY(printRunSettings(*parsed).find(R"("tries":7)") != std::string::npos);
}

void SettingsTest::damagedTextIsAnError_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("message");
  QTest::newRow("nothing") << ""
                           << "the settings of the run are damaged";
  QTest::newRow("cut off") << R"({"search": {"population")"
                           << "the settings of the run are damaged";
  QTest::newRow("wrong type") << R"({"search": {"population": "many"}})"
                              << "the settings of the run are damaged";
  QTest::newRow("no object") << R"([1, 2])"
                             << "the settings of the run are damaged";
  QTest::newRow("section is no object") << R"({"search": 3})"
                                        << "the settings of the run are damaged";
  QTest::newRow("unknown mode") << R"({"evaluation": {"mode": "fast"}})"
                                << "\"fast\" is not a mode; choose one of exact, trade-off";
  QTest::newRow("out of range") << R"({"search": {"mutationRate": 1.5}})"
                                << "the mutation rate is between 0 and 1, not 1.5";
  QTest::newRow("energy of a model")
      << R"({"evaluation": {"objectives": "time,energy"}})"
      << "energy is measured on a real GPU (--device cuda), and sim has none; leave it out of the objectives";
  QTest::newRow("no tournament") << R"({"search": {"tournament": 0}})"
                                 << "a tournament has 1 to 1024 entrants, not 0";
  QTest::newRow("settings for more islands than there are")
      << R"({"search": {"islands": 1, "islandSettings": ["mutation=1", "mutation=0.5"]}})"
      << "settings are given for 2 islands, and the run has 1";
  QTest::newRow("an island draws none of the run's operators")
      << R"({"search": {"operators": "copy,move", "islandSettings": ["operators=delete"]}})"
      << "an island is to draw delete, which is none of the run's operators: copy,move";
  QTest::newRow("an island's setting that there is not")
      << R"({"search": {"islandSettings": ["speed=3"]}})"
      << "an island has no setting speed=3; give operators=, crossover=, mutation= or uniform-operators";
  QTest::newRow("an island's rate out of range") << R"({"search": {"islandSettings": ["mutation=1.5"]}})"
                                                 << "the mutation rate of an island is between 0 and 1, not 1.5";
  QTest::newRow("no attempts") << R"({"search": {"mutationAttempts": 0}})"
                               << "a mutation has 1 to 10000 attempts, not 0";
}

void SettingsTest::damagedTextIsAnError() {
  QFETCH(QString, text);
  QFETCH(QString, message);
  const auto parsed = parseRunSettings(text.toStdString());
  QVERIFY(!parsed);
  QCOMPARE(QString::fromStdString(parsed.error().message), message);
}

void SettingsTest::namesRoundTrip() {
  for (const Mode mode : {Mode::Exact, Mode::TradeOff}) QCOMPARE(parseMode(modeName(mode)).value(), mode);
  for (const Metric metric : {Metric::MaxRelative, Metric::MaxAbsolute, Metric::Rmse, Metric::Mismatch})
    QCOMPARE(parseMetric(metricName(metric)).value(), metric);
  for (const RacePolicy policy : {RacePolicy::Reject, RacePolicy::Warp, RacePolicy::Flag})
    QCOMPARE(parseRacePolicy(racePolicyName(policy)).value(), policy);
}

void SettingsTest::anUnknownNameListsTheChoices() {
  QCOMPARE(parseMetric("l2").error().message, std::string("\"l2\" is not an error metric; choose one of max-rel, max-abs, rmse, mismatch"));
}

void SettingsTest::objectivesAreReadInAnyOrder_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("read"); // or the message
  QTest::newRow("all") << "energy,edits,time,error"
                       << "time,error,energy,edits";
  QTest::newRow("time alone") << "time"
                              << "time";
  QTest::newRow("no time") << "error,energy"
                           << "time is always an objective; add it to \"error,energy\"";
  QTest::newRow("twice") << "time,error,time"
                         << "time is an objective twice in \"time,error,time\"";
  QTest::newRow("unknown") << "time,power"
                           << "\"power\" is not an objective; choose one of time, error, energy, edits";
  QTest::newRow("none") << ""
                        << "\"\" is not an objective; choose one of time, error, energy, edits";
}

void SettingsTest::objectivesAreReadInAnyOrder() {
  QFETCH(QString, text);
  QFETCH(QString, read);
  const auto objectives = parseObjectives(text.toStdString());
  QCOMPARE(QString::fromStdString(objectives ? printObjectives(*objectives) : objectives.error().message), read);
}

void SettingsTest::defaultsAreInRange() { QVERIFY(checkRunSettings({})); }

void SettingsTest::everyReasonAndStageHasItsName() {
  std::set<std::string> reasons;
  for (std::size_t i = 0; i < reasonCount; ++i) reasons.insert(reasonName(Reason(i)));
  QCOMPARE(reasons.size(), reasonCount);
  QVERIFY(!reasons.contains("unknown"));
  std::set<std::string> stages;
  for (int i = 0; i <= int(Stage::Done); ++i) stages.insert(stageName(Stage(i)));
  QCOMPARE(stages.size(), std::size_t(Stage::Done) + 1);
  QVERIFY(!stages.contains("unknown"));
}

QTEST_GUILESS_MAIN(SettingsTest)
#include "settings_test.moc"
