#include "tests/core/kernel/toolkit_without_programs.h"
#include "tests/ui/window_options.h"
#include "ui/project/project_assistant.h"

#include "core/devices/examine.h"
#include "ui/project/evaluation_box.h"
#include "ui/project/parameter_box.h"
#include "ui/project/source_view.h"
#include "ui/project/sources_page.h"
#include "ui/project/tests_page.h"
#include "ui/project/trial_page.h"
#include "ui/project/trial_problem.h"
#include "ui/project/trial_result.h"
#include "ui/project/variation_box.h"
#include "ui/setup/run_setup.h"
#include "ui/window/file_intake.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QtTest>

namespace gevo::ui {

/// The assistant with a real worker, as a user goes through it.
class ProjectAssistantTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void init();
  void cudaSourceIsRequired();
  void pathsAreAsOnACommandLine();
  void hostExecutedEvaluationHasAQualityFigure();
  void undefinedLoadsMayBeTolerated();
  void resultsMayVary();
  void sampleIsFilledIn();
  void parametersOfASampleBelongToItsSources();
  void missingToolkitIsReportedWithItsFix();
  void droppedSourceBecomesAnOpenFile();
  void syntaxErrorIsShownAndCanBeFixed();
  void wrongTypeIsCorrected();
  void cancelledBuildEndsTheProgram();
  void createAndRunOpensTheRunSetUp();

private:
  static constexpr const char* worker = GEVO_TEST_BIN "/gevo-worker";
  static constexpr const char* good = "int n = atoi(argv[1]); float h[32]; for (int i = 0; i < n; ++i) h[i] = i; float* d;\n"
                                      "cudaMalloc(&d, n * 4); cudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice);\n"
                                      "twice<<<1, 32>>>(d, n); cudaMemcpy(h, d, n * 4, cudaMemcpyDeviceToHost); return 0;";
  QString write(const QString& main);
  NewProject twice(const QString& main);
  /// A zombie that was not reaped yet is no longer running.
  static bool isRunning(const QString& id) {
    QFile status("/proc/" + id + "/stat");
    return status.open(QIODevice::ReadOnly) && !status.readAll().contains(") Z");
  }
  const program::ToolkitWithoutPrograms toolkit_;
  bool canBuild_ = true;
  std::unique_ptr<QTemporaryDir> folder_;
};

void ProjectAssistantTest::initTestCase() {
  const auto machine = examineMachine(worker);
  QVERIFY(machine);
  for (const Finding& finding : machine->findings)
    if (!finding.found && (finding.name == "clang" || finding.name == "CUDA toolkit")) canBuild_ = false;
}

void ProjectAssistantTest::init() {
  folder_ = std::make_unique<QTemporaryDir>();
  qputenv("XDG_DATA_HOME", folder_->path().toUtf8());
}

QString ProjectAssistantTest::write(const QString& main) {
  QFile file(folder_->filePath("twice.cu"));
  if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
  file.write("#include <cstdio>\n#include <cstdlib>\n#include <unistd.h>\n"
             "__global__ void twice(float* x, int n) { int i = threadIdx.x; if (i < n) x[i] = 2.0f * x[i]; }\n"
             "int main(int argc, char** argv) {\n");
  file.write(main.toUtf8() + "\n}\n");
  return file.fileName();
}

NewProject ProjectAssistantTest::twice(const QString& main) {
  NewProject project;
  project.folder = folder_->path().toStdString();
  project.build.files = {write(main).toStdString()};
  project.tests = {"8", "32"};
  return project;
}

void ProjectAssistantTest::cudaSourceIsRequired() {
  ProjectAssistant assistant({}, Theme::light(), "/nowhere/gevo-worker");
  assistant.show();
  QVERIFY(!assistant.nextButton()->isEnabled());
  QVERIFY(assistant.hint().contains(".cu"));
  assistant.sources()->addFiles({folder_->filePath("main.cpp")});
  QVERIFY(!assistant.nextButton()->isEnabled());
  assistant.sources()->addFiles({folder_->filePath("kernels.cu")});
  QVERIFY(assistant.nextButton()->isEnabled());
  QTest::mouseClick(assistant.nextButton(), Qt::LeftButton);
  QCOMPARE(assistant.page(), 1);
}

void ProjectAssistantTest::pathsAreAsOnACommandLine() {
  ProjectAssistant assistant({}, Theme::light(), "/nowhere/gevo-worker");
  assistant.sources()->addFiles({folder_->filePath("main.cpp"), folder_->filePath("kernels.cu"), "/elsewhere/more.cu"});
  assistant.sources()->defines()->setText("N=4 \"WHO=two words\"");
  assistant.sources()->flags()->setText("-std=c++20 -fopenmp");
  const NewProject project = assistant.project();
  QCOMPARE(project.folder.string(), folder_->path().toStdString());
  QCOMPARE(project.build.files, (std::vector<std::string>{"kernels.cu", "/elsewhere/more.cu", "main.cpp"}));
  QCOMPARE(project.build.defines, (std::vector<std::string>{"N=4", "WHO=two words"}));
  QCOMPARE(project.build.flags, (std::vector<std::string>{"-std=c++20", "-fopenmp"}));
  QCOMPARE(project.tests, std::vector<std::string>{""}); // a program without arguments
}

void ProjectAssistantTest::hostExecutedEvaluationHasAQualityFigure() {
  ProjectAssistant assistant({}, Theme::light(), "/nowhere/gevo-worker");
  assistant.sources()->addFiles({folder_->filePath("kernels.cu")});
  QVERIFY(!assistant.project().build.hostRun.on);
  EvaluationBox* box = assistant.tests()->evaluation();
  box->kind()->setCurrentIndex(1);
  box->quality()->setText(" accuracy = ([0-9.]+) ");
  const HostRunSettings live = assistant.project().build.hostRun;
  QVERIFY(live.on);
  QCOMPARE(live.quality, std::string("accuracy = ([0-9.]+)"));
  QCOMPARE(live.goal, QualityGoal::Higher);
  box->kind()->setCurrentIndex(0);
  QVERIFY2(assistant.project().build.hostRun.quality.empty(), "what is replayed has no such number");
  box->show(live);
  QCOMPARE(assistant.project().build.hostRun.quality, live.quality);
}

void ProjectAssistantTest::undefinedLoadsMayBeTolerated() {
  ProjectAssistant assistant({}, Theme::light(), "/nowhere/gevo-worker");
  QVERIFY(!assistant.project().build.toleratesUndefined);
  assistant.tests()->toleratesUndefined()->setChecked(true);
  QVERIFY(assistant.project().build.toleratesUndefined);
  NewProject project = assistant.project();
  project.build.toleratesUndefined = false;
  assistant.tests()->show(project);
  QVERIFY(!assistant.tests()->toleratesUndefined()->isChecked());
}

void ProjectAssistantTest::resultsMayVary() {
  ProjectAssistant assistant({}, Theme::light(), "/nowhere/gevo-worker");
  TestsPage& tests = *assistant.tests();
  tests.fuzz()->setPlainText("{n:1..9}");
  QCOMPARE(assistant.project().build.statisticalRuns, 0U);
  tests.variation()->varies()->setChecked(true);
  tests.variation()->count()->setValue(12);
  QCOMPARE(assistant.project().build.statisticalRuns, 12U);
  QVERIFY(!tests.fuzz()->isEnabled() && assistant.project().build.fuzz.empty());
  NewProject project = assistant.project();
  project.build.statisticalRuns = 0;
  tests.show(project);
  QVERIFY(!tests.variation()->varies()->isChecked() && tests.fuzz()->isEnabled());
}

void ProjectAssistantTest::sampleIsFilledIn() {
  const Result<Sample> sample = findSample("nw");
  QVERIFY(sample);
  NewProject known;
  fillFrom(*sample, known);
  const ProjectAssistant assistant(known, Theme::light(), "/nowhere/gevo-worker");
  const NewProject project = assistant.project();
  QCOMPARE(project.build.files, std::vector<std::string>{"nw.cu"});
  QCOMPARE(project.tests, sample->tests);
  QCOMPARE(project.screen, sample->screen);
  QCOMPARE(project.heldOut, sample->heldOut);
}

void ProjectAssistantTest::parametersOfASampleBelongToItsSources() {
  const Result<Sample> sample = findSample("hotspot");
  QVERIFY(sample);
  NewProject known;
  fillFrom(*sample, known);
  ProjectAssistant assistant(known, Theme::light(), "/nowhere/gevo-worker");
  QCOMPARE(assistant.project().parameters, sample->parameters);
  QCOMPARE(assistant.project().requirements, sample->requirements);
  QVERIFY2(!assistant.project().findsParameters, "it declares all of its own");
  assistant.sources()->addFiles({folder_->filePath("more.cu")});
  QVERIFY(assistant.project().parameters.empty() && assistant.project().requirements.empty());
  QVERIFY(assistant.project().findsParameters);
}

void ProjectAssistantTest::missingToolkitIsReportedWithItsFix() {
  qputenv("CUDA_PATH", folder_->path().toUtf8());
  ProjectAssistant assistant(twice(good), Theme::light(), worker);
  const auto labelTexts = [&] {
    QStringList texts;
    for (const QLabel* label : assistant.sources()->findChildren<QLabel*>()) texts << label->text();
    return texts.join('\n');
  };
  QTRY_VERIFY_WITH_TIMEOUT(labelTexts().contains("set it to the folder of a CUDA toolkit"), 30'000);
  assistant.goTo(2);
  QTRY_VERIFY_WITH_TIMEOUT(assistant.trial()->problem()->message().contains("CUDA"), 30'000);
  qunsetenv("CUDA_PATH");
}

void ProjectAssistantTest::droppedSourceBecomesAnOpenFile() {
  if (!canBuild_) QSKIP("no compiler or no CUDA toolkit");
  MainWindow window(testOptions(worker));
  window.show();
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(write(good))});
  QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QVERIFY(QCoreApplication::sendEvent(&window, &enter) && enter.isAccepted());
  QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&window, &drop);
  auto* assistant = window.findChild<ProjectAssistant*>();
  QVERIFY(assistant);
  QTest::mouseClick(assistant->nextButton(), Qt::LeftButton);
  assistant->tests()->tests()->setPlainText("8\n32");
  assistant->tests()->heldOut()->setPlainText("16");
  QTest::mouseClick(assistant->nextButton(), Qt::LeftButton);
  QVERIFY(!assistant->createButton()->isEnabled());
  QTRY_VERIFY_WITH_TIMEOUT(assistant->createButton()->isEnabled(), 120'000);
  const TrialResult* result = assistant->trial()->result();
  QCOMPARE(result->kernels()->item(0, 0)->text(), QString("twice"));
  QCOMPARE(result->outputs()->item(0, 0)->text(), QString("x"));
  QCOMPARE(result->tests()->rowCount(), 3);
  QCOMPARE(result->tests()->item(1, 4)->text(), QLocale().formattedDataSize(128, 1));
  QTRY_VERIFY_WITH_TIMEOUT(result->cost().contains("evaluations a second"), 60'000);
  QTest::mouseClick(assistant->createButton(), Qt::LeftButton);
  QTRY_COMPARE(QString::fromStdString(window.controller().path().string()), folder_->filePath("twice.gevo"));
  QVERIFY(!window.findChild<RunSetup*>());
}

void ProjectAssistantTest::syntaxErrorIsShownAndCanBeFixed() {
  if (!canBuild_) QSKIP("no compiler or no CUDA toolkit");
  ProjectAssistant assistant(twice("int y = 1;\nint x = ;\nint z = ;"), Theme::light(), worker);
  assistant.show();
  assistant.goTo(2);
  const TrialProblem* problem = assistant.trial()->problem();
  QTRY_COMPARE_WITH_TIMEOUT(problem->messages()->count(), 2, 120'000);
  QVERIFY(problem->messages()->item(0)->text().contains("twice.cu:7"));
  QVERIFY(!assistant.createButton()->isEnabled());
  QTRY_COMPARE(problem->source()->markedLine(), 7);
  const QRect second = problem->messages()->visualItemRect(problem->messages()->item(1));
  QTest::mouseClick(problem->messages()->viewport(), Qt::LeftButton, Qt::NoModifier, second.center());
  QCOMPARE(problem->source()->markedLine(), 8);
  QVERIFY(problem->source()->toPlainText().contains("__global__ void twice"));
  write(good);
  QTest::mouseClick(assistant.trial()->buildButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(assistant.createButton()->isEnabled(), 120'000);
}

void ProjectAssistantTest::wrongTypeIsCorrected() {
  if (!canBuild_) QSKIP("no compiler or no CUDA toolkit");
  ProjectAssistant assistant(twice(good), Theme::light(), worker);
  assistant.show();
  assistant.goTo(2);
  TrialPage* trial = assistant.trial();
  QTRY_VERIFY_WITH_TIMEOUT(trial->complete(), 120'000);
  QCOMPARE(trial->reply()->project.outputs[0].type, std::string("f32"));
  auto* types = qobject_cast<QComboBox*>(trial->result()->outputs()->cellWidget(0, 1));
  QVERIFY(types);
  QVERIFY2(types->width() >= types->sizeHint().width(), "the type can be read");
  types->setCurrentText("i32");
  emit types->textActivated("i32"); // as a user's choice does
  QCOMPARE(assistant.tests()->outputs()->text(), QString("x:i32"));
  QVERIFY2(!trial->complete(), "what was built is of other outputs");
  QTRY_VERIFY_WITH_TIMEOUT(trial->complete(), 120'000);
  QCOMPARE(trial->reply()->project.outputs[0].type, std::string("i32"));
  trial->result()->kernels()->item(0, 0)->setCheckState(Qt::Unchecked);
  QVERIFY(!assistant.createButton()->isEnabled());
}

void ProjectAssistantTest::cancelledBuildEndsTheProgram() {
  if (!canBuild_) QSKIP("no compiler or no CUDA toolkit");
  const QString ids = folder_->filePath("ids");
  ProjectAssistant assistant(twice(QString("FILE* f = fopen(\"%1.new\", \"w\"); fprintf(f, \"%d\", getpid()); fclose(f);\n"
                                           "rename(\"%1.new\", \"%1\"); for (;;) pause();")
                                       .arg(ids)),
                             Theme::light(), worker);
  assistant.show();
  assistant.goTo(2);
  QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(ids), 120'000);
  QTRY_VERIFY2(assistant.trial()->step().contains("running test 1 of 2"), qPrintable(assistant.trial()->step()));
  QFile file(ids);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QString id = file.readAll();
  QVERIFY(isRunning(id));
  QTest::mouseClick(assistant.trial()->cancelButton(), Qt::LeftButton);
  QVERIFY(!assistant.trial()->building());
  QTRY_VERIFY_WITH_TIMEOUT(!isRunning(id), 30'000);
  QVERIFY(!assistant.createButton()->isEnabled());
}

void ProjectAssistantTest::createAndRunOpensTheRunSetUp() {
  if (!canBuild_) QSKIP("no compiler or no CUDA toolkit");
  MainWindow window(testOptions(worker));
  window.show();
  window.intake()->newProject(twice(QString("\n#define BLOCK 32\n") + QString(good).replace("1, 32", "1, BLOCK")));
  auto* assistant = window.findChild<ProjectAssistant*>();
  QVERIFY(assistant);
  assistant->goTo(2);
  QTRY_VERIFY_WITH_TIMEOUT(assistant->trial()->complete(), 120'000);
  const ParameterBox* parameters = assistant->trial()->result()->parameters();
  QCOMPARE(parameters->table()->rowCount(), 1);
  parameters->values(0)->setText("32..");
  QVERIFY(!assistant->createButton()->isEnabled());
  QVERIFY2(assistant->hint().startsWith("The values of BLOCK can't be read"), qPrintable(assistant->hint()));
  parameters->values(0)->setText("64");
  parameters->requirements()->setText("BLOCK <= 1024");
  QVERIFY(assistant->createButton()->isEnabled() && assistant->hint().isEmpty());
  const auto buttons = assistant->findChildren<QPushButton*>();
  const auto run = std::ranges::find_if(buttons, [](const QPushButton* button) { return button->text() == "Create and run…"; });
  QVERIFY(run != buttons.end());
  QTest::mouseClick(*run, Qt::LeftButton);
  QTRY_VERIFY(window.findChild<RunSetup*>());
  const auto store = Store::open(window.controller().path(), Store::Access::Read);
  QVERIFY(store);
  QVERIFY2(*(*store)->trusted(), "who made it may build it again");
  QCOMPARE((*store)->project()->tests.size(), std::size_t(2));
  const ParameterSpace stored = (*store)->project()->parameters;
  QCOMPARE(stored.parameters.size(), std::size_t(1));
  QCOMPARE(stored.parameters[0].values, (std::vector<std::string>{"32", "64"}));
  QCOMPARE(stored.requirements, std::vector<std::string>{"BLOCK <= 1024"});
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ProjectAssistantTest)
#include "project_assistant_test.moc"
