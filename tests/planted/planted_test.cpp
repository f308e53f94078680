/// Programs with planted faults: what a fault does is wrong on a GPU, although blocks and warps that run in order, or the inputs of the
/// tests, give the right results. Every one must be rejected, and nothing else.

#include "core/base/file.h"
#include "core/kernel/build/build.h"
#include "core/kernel/compile/changed_sources.h"
#include "core/kernel/device_code/device_code.h"
#include "core/kernel/worker/service.h"
#include "planted_program.h"
#include "tests/core/base/value_of.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <QTest>
#include <optional>
#ifndef Q_MOC_RUN
#include "core/kernel/ir/base_module.h"
#include <llvm/IR/Module.h>
#endif

using namespace gevo;
using gevo::planted::Form;
using gevo::planted::Program;

namespace {

const std::filesystem::path folder = GEVO_TEST_SOURCE "/tests/planted";

/// The sound form, built and recorded.
struct Built {
  std::string name;
  Project project;
  std::vector<std::string> findings; ///< what the build noted about the original
  worker::Service service;
};

/// Where and why a form was rejected.
struct Verdict {
  std::string when = "passes";
  std::string reason;
  std::string message;
};

QByteArray textOf(const Verdict& verdict) {
  return QByteArray::fromStdString(verdict.when + (verdict.reason.empty() ? "" : ", " + verdict.reason) +
                                   (verdict.message.empty() ? "" : ": " + verdict.message));
}

/// Every so many programs, of which GEVO_TEST_PART names one share; all of them where it is not set.
std::vector<Program> ownShare(std::vector<Program> programs) {
  const QList<QByteArray> part = qgetenv("GEVO_TEST_PART").split('/');
  if (part.size() != 2) return programs;
  const auto first = static_cast<std::size_t>(part[0].toUInt());
  const auto step = static_cast<std::size_t>(std::max(1U, part[1].toUInt()));
  std::vector<Program> share;
  for (std::size_t i = first; i < programs.size(); i += step) share.push_back(std::move(programs[i]));
  return share;
}

EvaluationSettings exactSettings() {
  EvaluationSettings settings;
  settings.mode = Mode::Exact;
  return settings;
}

std::unique_ptr<Built> build(const Program& program) {
  BuildInputs inputs;
  inputs.name = program.name;
  inputs.workingFolder = folder.string();
  inputs.settings.files = {program.name + ".cu"};
  inputs.tests = program.tests;
  BuiltProject made = valueOf(program::build(inputs, {}));
  auto built = std::make_unique<Built>();
  built->name = program.name;
  for (const std::string& note : made.notes)
    if (note.starts_with("the original")) built->findings.push_back(note);
  built->project = std::move(made.project);
  valueOf(built->service.load({withoutHeldOutTests(built->project), exactSettings()}));
  return built;
}

/// Makes the device code of forms as the original's was.
class Compiler {
public:
  /// `number`: of PLANT. It is changed in host.h, not with -D, which would be a macro before the headers that are precompiled.
  std::unique_ptr<ir::BaseModule> compile(const Project& project, int number) {
    const program::CompilerSetup setup{clang_, cuda_, project.build, folder, scratch_.path()};
    const program::InputFiles files = valueOf(program::sortFiles(setup.settings, setup.folder));
    const std::string host = valueOf(readFile(folder / "host.h"));
    const std::string line = "#define PLANT 0\n";
    if (!host.contains(line)) qFatal("host.h has no line %s", line.c_str());
    const std::string planted = std::string(host).replace(host.find(line), line.size(), fmt::format("#define PLANT {}\n", number));
    return valueOf(
        ir::BaseModule::load(valueOf(program::compileSources(program::withSources(setup, files, {{"host.h", planted}}), files))));
  }

private:
  program::Clang clang_ = valueOf(program::locateClang());
  std::filesystem::path cuda_ = valueOf(program::locateCuda());
  program::ScratchFolder scratch_ = valueOf(program::ScratchFolder::make());
};

/// As a run evaluates it.
Verdict searched(Built& built, const ir::BaseModule& variant) {
  const auto module = variant.original();
  const EvaluationResult result = valueOf(built.service.evaluateModule(*module));
  if (result.valid()) return {};
  return {stageName(result.stage), reasonName(result.reason), result.message};
}

/// As a run ends, and `gevo check`: every test, the held-out ones too.
Verdict validated(Built& built, const ir::BaseModule& variant) {
  const ValidationReport report = valueOf(built.service.validateModule(*variant.original(), {{}, heldOutTests(built.project), {}}));
  for (const TestReport& test : report.tests)
    if (!test.result.valid())
      return {test.role == TestRole::HeldOut ? "held-out" : "validation", reasonName(test.result.reason), test.result.message};
  return {};
}

} // namespace

class PlantedTest : public QObject {
  Q_OBJECT

  std::vector<Program> programs_ = ownShare(valueOf(planted::readPrograms(folder)));
  const program::ToolkitWithoutPrograms toolkit_;
  std::optional<Compiler> compiler_;
  std::unique_ptr<Built> built_;

  Built& built(const Program& program) {
    if (!built_ || built_->name != program.name) built_ = build(program);
    return *built_;
  }

  void addRow(std::size_t program, const Form& form) {
    const std::string row = programs_[program].name + " " + std::to_string(form.number);
    QTest::newRow(row.c_str()) << int(program) << form.number << QString::fromStdString(form.when) << QString::fromStdString(form.reason);
  }

private slots:
  void initTestCase() {
    if (const auto clang = program::findClang(); !clang) QSKIP(clang.error().message.c_str());
    if (const auto cuda = program::findCudaToolkit(); !cuda) QSKIP(cuda.error().message.c_str());
    compiler_.emplace();
  }

  /// One row for each form of each program; row 0 is the program as it stands.
  void isRejectedWhereItIsWrong_data() {
    QTest::addColumn<int>("program");
    QTest::addColumn<int>("plant");
    QTest::addColumn<QString>("when");
    QTest::addColumn<QString>("reason");
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      const std::vector<Form>& forms = programs_[i].forms;
      if (std::ranges::find(forms, 0, &Form::number) == forms.end()) addRow(i, {0, "passes", {}, {}});
      for (const Form& form : forms) addRow(i, form);
    }
  }
  void isRejectedWhereItIsWrong() {
    QFETCH(int, program);
    QFETCH(int, plant);
    QFETCH(QString, when);
    QFETCH(QString, reason);
    Built& sound = built(programs_[std::size_t(program)]);
    if (plant == 0) return checkSound(sound, when);
    const auto variant = compiler_->compile(sound.project, plant);
    const Verdict search = searched(sound, *variant);
    const Verdict validation = validated(sound, *variant);
    const Verdict first = search.reason.empty() ? validation : search;
    const QByteArray text = textOf(first);
    QVERIFY2(search.reason.empty() || !validation.reason.empty(), "the search rejects what the validation lets pass: " + text);
    if (when == "not yet") {
      const bool isWrong = reason != "passes";
      QVERIFY2((first.when == "passes") == isWrong, "no longer \"not yet\": " + text);
    } else {
      QVERIFY2((first.when == "passes") == (when == "passes"), text);
      // The screen's order of threads is drawn from the code, so that another compiler may have another check come first.
      if (first.when != when.toStdString() || first.reason != reason.toStdString()) qInfo() << "another check comes first:" << text;
    }
  }

  /// The table of the docs lists every fault with the check that rejects it.
  void tableInTheDocsIsComplete() {
    const std::string page = valueOf(readFile(GEVO_TEST_SOURCE "/resources/docs/internals/planted-faults.md"));
    QString missing;
    for (const Program& program : programs_)
      for (const Form& form : program.forms)
        if (const std::string row = planted::tableRow(program, form); page.find(row + "\n") == std::string::npos)
          missing += QString::fromStdString(row) + "\n";
    QVERIFY2(missing.isEmpty(),
             qPrintable("missing in planted-faults.md, or changed (tests/planted/verify.py --table prints it):\n" + missing));
  }

private:
  /// The program as it stands reproduces its tests, and nothing is found in it that is not there.
  static void checkSound(Built& sound, const QString& when) {
    const auto original = valueOf(ir::BaseModule::load(sound.project.base));
    const Verdict verdict = validated(sound, *original);
    QVERIFY2(verdict.reason.empty(), textOf(verdict));
    const std::string findings = sound.findings.empty() ? "nothing" : sound.findings.front();
    QVERIFY2(sound.findings.empty() == (when == "passes"), findings.c_str());
  }
};

QTEST_GUILESS_MAIN(PlantedTest)
#include "planted_test.moc"
