#include "core/base/file.h"
#include "core/base/temporary_folder.h"
#include "core/tmbl/cuda_text.h"
#include "core/tmbl/dead_code.h"
#include "core/tmbl/formula.h"
#include "core/tmbl/program_text.h"
#include "core/tmbl/ptx_text.h"
#include "tests/core/tmbl/any_program.h"

#include <QProcess>
#include <QStandardPaths>
#include <QtTest>

using namespace gevo;
using namespace gevo::tmbl;

namespace {

QString toolkitProgram(const QString& name) {
  const QString found = QStandardPaths::findExecutable(name);
  return found.isEmpty() ? QStandardPaths::findExecutable(name, {"/usr/local/cuda/bin"}) : found;
}

Code codeOf(const std::string& text) { return lower(parsePrograms(text).value().front(), firstSlot); }

QString formulaOf(const char* text) { return QString::fromStdString(formula(codeOf(text), {{"x", "y"}, 6})); }

} // namespace

class TextTest : public QObject {
  Q_OBJECT

private slots:
  void ptxIsAssembled_data() {
    QTest::addColumn<int>("dispatch");
    QTest::addColumn<int>("casesPerThread");
    QTest::addColumn<QString>("architecture");
    QTest::newRow("table") << int(Dispatch::BranchTable) << 1 << "sm_80";
    QTest::newRow("table, side by side") << int(Dispatch::BranchTable) << 2 << "sm_90";
    QTest::newRow("comparisons") << int(Dispatch::Comparisons) << 1 << "sm_90";
    QTest::newRow("entries") << int(Dispatch::Entries) << 4 << "sm_80";
  }
  void ptxIsAssembled() {
    const QString ptxas = toolkitProgram("ptxas");
    if (ptxas.isEmpty()) QSKIP("there is no ptxas");
    QFETCH(int, dispatch);
    QFETCH(int, casesPerThread);
    QFETCH(QString, architecture);
    const TemporaryFolder folder = TemporaryFolder::make().value();
    const std::string path = (folder.path() / "population.ptx").string();
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      RandomStream stream = sample::streamOf(seed);
      std::vector<Code> population;
      for (std::size_t i = 0; i < (seed == 0 ? 1 : 20); ++i)
        population.push_back(lower(randomProgram({3, 6, OperationSet::all(), 5}, 1 + stream.below(60), stream), firstSlot));
      PtxOptions options{1024, static_cast<std::uint32_t>(casesPerThread), Dispatch(dispatch)};
      QVERIFY(writeFile(path, ptxModule(population, options)).has_value());
      QProcess process;
      process.start(ptxas, {"-arch=" + architecture, QString::fromStdString(path), "-o", QString::fromStdString(path + ".cubin")});
      QVERIFY(process.waitForFinished(-1));
      QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
    }
  }

  void cudaIsCompiled() {
    const QString nvcc = toolkitProgram("nvcc");
    if (nvcc.isEmpty()) QSKIP("there is no nvcc");
    const TemporaryFolder folder = TemporaryFolder::make().value();
    const std::string path = (folder.path() / "population.cu").string();
    RandomStream stream = sample::streamOf(5);
    std::vector<Code> population;
    for (int i = 0; i < 4; ++i) population.push_back(lower(randomProgram({3, 6, OperationSet::all(), 5}, 40, stream), firstSlot));
    QVERIFY(writeFile(path, cudaModule(population, 3, 1024)).has_value());
    QProcess process;
    process.start(nvcc, {"-arch=sm_80", "-cubin", QString::fromStdString(path), "-o", QString::fromStdString(path + ".cubin")});
    QVERIFY(process.waitForFinished(-1));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
  }

  void aFunctionReadsAsCuda() {
    const Code code = codeOf("tmbl inputs 2 slots 2\nset slot0 input0\ndiv slot0 input1\ntestsub slot0 input0 2\nexp slot0 slot0");
    QCOMPARE(QString::fromStdString(cudaFunction(code, "near", std::vector<std::string>{"x", "y"})),
             QString("__device__ float near(float x, float y) {\n"
                     "  const float v0 = y == 0.0f ? 0.0f : __fdiv_rn(x, y);\n"
                     "  const float v1 = __fsub_rn(v0, 2.0f);\n"
                     "  const float v2 = x > 0.0f ? v1 : v0;\n"
                     "  const float v3 = tmbl_exp(v2);\n"
                     "  return v3;\n}\n"));
    const std::string helpers = cudaHelpers(std::vector{code});
    QVERIFY(helpers.starts_with("__device__ float tmbl_exp(float x) {\n"));
    QVERIFY(!helpers.contains("tmbl_log"));
  }

  void constantsOfCudaAreFloats() {
    QCOMPARE(QString::fromStdString(cudaConstant(2)), QString("2.0f"));
    QCOMPARE(QString::fromStdString(cudaConstant(-0.5F)), QString("-0.5f"));
    QCOMPARE(QString::fromStdString(cudaConstant(1e-30F)), QString("1e-30f"));
  }

  void formulasHaveTheBracketsThatTheyNeed() {
    QCOMPARE(formulaOf("tmbl inputs 2 slots 1\nset slot0 input0\nadd slot0 1\nmul slot0 input1"), QString("(x + 1) * y"));
    QCOMPARE(formulaOf("tmbl inputs 2 slots 1\nset slot0 input0\nmul slot0 input1\nsub slot0 -2"), QString("x * y + 2"));
    QCOMPARE(formulaOf("tmbl inputs 2 slots 2\nset slot0 input0\nset slot1 input0\nsub slot1 input1\nsub slot0 slot1"),
             QString("x - (x - y)"));
    QCOMPARE(formulaOf("tmbl inputs 2 slots 1\nset slot0 input0\ndiv slot0 input1\nmul slot0 -3"), QString("x / y * (-3)"));
    QCOMPARE(formulaOf("tmbl inputs 2 slots 1\nlog slot0 input0\ntestdiv slot0 input1 2.5"),
             QString("if(y > 0, t1 / 2.5, t1) where t1 = log(|x|)"));
    QCOMPARE(formulaOf("tmbl inputs 2 slots 1\nfma slot0 input0 -1.5"), QString("x * (-1.5) + x"));
  }

  void whatAFormulaUsesMoreThanOnceHasAName() {
    QCOMPARE(formulaOf("tmbl inputs 2 slots 1\nset slot0 input0\nmul slot0 input1\nadd slot0 1\nmul slot0 slot0\nmul slot0 slot0"),
             QString("t2 * t2 where t1 = x * y + 1, t2 = t1 * t1"));
  }

  void valuesAreComputedOnce() {
    const Code code = codeOf("tmbl inputs 1 slots 2\nset slot0 input0\nadd slot0 1\nset slot1 input0\nadd slot1 1\nmul slot0 slot1");
    QCOMPARE(code.steps.size(), std::size_t(2));
  }
};

QTEST_APPLESS_MAIN(TextTest)
#include "text_test.moc"
