#include <QtTest>

#include "core/project/new_project.h"

#include "core/inputs/input_line.h"
#include "core/store/store.h"

#include <QTemporaryDir>

#include <fstream>
#include <map>
#include <set>

namespace gevo {

class NewProjectTest : public QObject {
  Q_OBJECT
private slots:
  void testsKeepTheirRolesAndOrder();
  void workloadsHaveWeights();
  void testsOfAProgramThatVariesAreRunSeveralTimes();
  void heldOutTestsGetANumberThatNoTestUses();
  void linesWithPlacesAreChecked();
  void missingInputsAreReported();
  void sampleFillsMissingInputs();
  void smallTestsOfASampleScreenOnAGpu();
  void anExistingFileIsReplacedOnlyWhenAsked();
  void aFailedReplacementKeepsTheOldFile();
  void aFileThatIsBeingWrittenIsNotReplaced();

private:
  static NewProject hotspot() {
    NewProject project;
    project.folder = "/somewhere";
    project.build.files = {"src/hotspot.cu", "main.cpp"};
    project.screen = {"8"};
    project.tests = {"64", "96"};
    project.heldOut = {"512 {seed}"};
    return project;
  }
  static Project tiny(const std::string& name) {
    Project project;
    project.name = name;
    return project;
  }
};

void NewProjectTest::testsKeepTheirRolesAndOrder() {
  const auto request = buildRequest(hotspot());
  QVERIFY(request);
  QCOMPARE(request->name, std::string("hotspot"));
  QCOMPARE(request->workingFolder, std::string("/somewhere"));
  std::vector<TestRole> roles;
  for (const TestCase& test : request->tests) roles.push_back(test.role);
  QCOMPARE(roles, (std::vector{TestRole::Screen, TestRole::Test, TestRole::Test, TestRole::HeldOut}));
  QCOMPARE(request->tests[2].arguments, std::string("96"));
}

void NewProjectTest::workloadsHaveWeights() {
  NewProject project = hotspot();
  project.workloads = {"4096", "1000"};
  project.build.workloadWeights = {3};
  const auto request = buildRequest(project);
  QVERIFY(request);
  std::vector<std::string> workloads;
  for (const TestCase& test : request->tests)
    if (test.role == TestRole::Workload) workloads.push_back(test.arguments);
  QCOMPARE(workloads, project.workloads);
  QCOMPARE(request->settings.workloadWeights, std::vector<double>{3});
  project.build.workloadWeights = {1, 2, 3};
  QCOMPARE(buildRequest(project).error().message,
           std::string("there are more weights than workloads (3 and 2); give one --weight for each --workload"));
  project.build.workloadWeights = {0};
  QCOMPARE(buildRequest(project).error().message, std::string("the weight of a workload is a number above 0, not 0"));
}

void NewProjectTest::testsOfAProgramThatVariesAreRunSeveralTimes() {
  NewProject project = hotspot();
  project.tests = {"64 {seed}", "32"};
  project.heldOut.clear();
  project.build.statisticalRuns = 10;
  const auto request = buildRequest(project);
  QVERIFY(request);
  std::set<std::string> seeded;
  std::map<TestRole, int> roles;
  for (const TestCase& test : request->tests) {
    ++roles[test.role];
    if (test.arguments.starts_with("64 ")) seeded.insert(test.arguments);
  }
  QCOMPARE(roles[TestRole::Test], 20);
  QCOMPARE(roles[TestRole::HeldOut], 10); // the test with a seed, with others
  QCOMPARE(seeded.size(), std::size_t(20));
  QVERIFY(request->settings.fuzz.empty());
  QCOMPARE(request->tests.back().run, 9U);
  project.tests = {"{rows:1..9} {seed}"};
  QCOMPARE(buildRequest(project).error().message,
           std::string("runs of one test differ by their seeds only, so that {rows:1..9} has no place "
                       "in {rows:1..9} {seed}; write a value there"));
  project.build.statisticalRuns = 3;
  QCOMPARE(buildRequest(project).error().message, std::string("statistics are over 8 to 200 runs, not 3"));
}

void NewProjectTest::heldOutTestsGetANumberThatNoTestUses() {
  NewProject project = hotspot();
  const std::string first = buildRequest(project)->tests.back().arguments;
  QVERIFY(!takesValues(first));
  project.tests.push_back(first);
  QVERIFY(buildRequest(project)->tests.back().arguments != first);
  QCOMPARE(buildRequest(project)->settings.heldOut, project.heldOut); // with {seed}, for fresh ones
}

void NewProjectTest::linesWithPlacesAreChecked() {
  NewProject project = hotspot();
  project.build.fuzz = {"{rows:17..300} {seed}"};
  QCOMPARE(buildRequest(project)->settings.fuzz, project.build.fuzz);
  project.build.fuzz = {"300 7"};
  QVERIFY(buildRequest(project).error().message.find("has no place for a value") != std::string::npos);
  project.build.fuzz = {"{rows:300..17}"};
  QVERIFY(buildRequest(project).error().message.starts_with("{rows:300..17} gives no value"));
  project.build.fuzz.clear();
  project.heldOut = {"{rows:300..17}"};
  QVERIFY(buildRequest(project).error().message.starts_with("{rows:300..17} gives no value"));
}

void NewProjectTest::missingInputsAreReported() {
  NewProject project = hotspot();
  project.build.files.clear();
  QVERIFY(buildRequest(project).error().message.find("source") != std::string::npos);
  project = hotspot();
  project.tests.clear();
  QVERIFY(buildRequest(project).error().message.find("no test") != std::string::npos);
  QVERIFY2(buildRequest(project).error().message.find("--") == std::string::npos, "flags are the command line's");
}

void NewProjectTest::sampleFillsMissingInputs() {
  const Sample sample{"stencil", "", "/samples/stencil/stencil.cu", {"8"}, {"64"}, {"512 {seed}"}, {}};
  NewProject project;
  project.tests = {"mine"};
  fillFrom(sample, project);
  QCOMPARE(project.folder, std::filesystem::path("/samples/stencil"));
  QCOMPARE(project.build.files, std::vector<std::string>{"stencil.cu"});
  QCOMPARE(project.tests, std::vector<std::string>{"mine"});
  QCOMPARE(project.screen, std::vector<std::string>{"8"});
}

void NewProjectTest::smallTestsOfASampleScreenOnAGpu() {
  Sample sample{"stencil", "", "/samples/stencil/stencil.cu", {"8"}, {"64"}, {"512 {seed}"}, {}};
  sample.gpuTests = {"4096"};
  NewProject project;
  project.build.device = "cuda";
  fillFrom(sample, project);
  QCOMPARE(project.screen, (std::vector<std::string>{"8", "64"}));
  QCOMPARE(project.tests, std::vector<std::string>{"4096"});
}

void NewProjectTest::anExistingFileIsReplacedOnlyWhenAsked() {
  const QTemporaryDir folder;
  const std::filesystem::path file = folder.filePath("a.gevo").toStdString();
  QVERIFY(checkTargetFile(file, false));
  QVERIFY(storeProject(file, tiny("first"), {}, false));
  QVERIFY(checkTargetFile(file, false).error().message.find("a.gevo exists already") != std::string::npos);
  QVERIFY(checkTargetFile(file, true));
  QVERIFY(storeProject(file, tiny("second"), {}, true));
  const auto store = Store::open(file, Store::Access::Read);
  QVERIFY(store);
  QCOMPARE((*store)->project()->name, std::string("second"));
  QVERIFY(!std::filesystem::exists(file.string() + ".new"));
}

void NewProjectTest::aFailedReplacementKeepsTheOldFile() {
  const QTemporaryDir folder;
  const std::filesystem::path file = folder.filePath("a.gevo").toStdString();
  std::filesystem::create_directories(file / "inside"); // a folder that holds something is not renamed over
  QVERIFY(!storeProject(file, tiny("second"), {}, true));
  QVERIFY(std::filesystem::exists(file / "inside"));
  QVERIFY(!std::filesystem::exists(file.string() + ".new"));
}

void NewProjectTest::aFileThatIsBeingWrittenIsNotReplaced() {
  const QTemporaryDir folder;
  const std::filesystem::path file = folder.filePath("a.gevo").toStdString();
  const auto writer = Store::create(file, tiny("first"));
  QVERIFY(writer);
  QVERIFY(checkTargetFile(file, true).error().message.find("being written") != std::string::npos);
  QVERIFY(!storeProject(file, tiny("second"), {}, true));
  QVERIFY(!std::filesystem::exists(file.string() + ".new"));
}

} // namespace gevo

QTEST_GUILESS_MAIN(gevo::NewProjectTest)
#include "new_project_test.moc"
