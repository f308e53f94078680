#include "tests/core/kernel/compile/small_program.h" // before <compare>, which moc can't read as the first header

#include "core/kernel/toolchain/search_path.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

/// OpenMP in host files and in CUDA files.
class OpenMpTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void openMpOfHostFilesNeedsGccAlone_data() {
    QTest::addColumn<QString>("flag");
    QTest::newRow("of clang and gcc") << "-fopenmp";
    QTest::newRow("of nvcc") << "-Xcompiler=-fopenmp,-O3";
  }

  void openMpOfHostFilesNeedsGccAlone() {
    if (!findOnPath("gcc")) QSKIP("no gcc");
    QFETCH(QString, flag);
    SmallProgram program;
    program.write("kernel.cu", oneKernel("out[0] = 7;", "host[0] == part()"));
    program.write("part.c", R"(
#include <omp.h>
int part(void) {
  int i, parallel = 0, sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    sum += omp_in_parallel();
#pragma omp single
    parallel = omp_get_num_threads();
  }
#ifndef _OPENMP
#error no OpenMP
#endif
  return parallel == sum ? 7 : 0;
}
)");
    program.settings.flags = {flag.toStdString()};
    QCOMPARE(problemOf(program.run()), QString());
  }

  void cudaFilesCallOpenMpToo() {
    if (!findOnPath("gcc")) QSKIP("no gcc");
    SmallProgram program;
    program.write("kernel.cu", "#include <omp.h>\n" + oneKernel("out[0] = 1;", "host[0] == 1 && omp_get_max_threads() > 0"));
    program.settings.flags = {"-Xcompiler=-fopenmp"};
    QCOMPARE(problemOf(program.run()), QString());
  }

  /// Never a program that silently runs on one thread.
  void openMpPragmasOfCudaFilesNeedClangsLibrary() {
    SmallProgram program;
    program.write(
        "kernel.cu",
        "static int threads() {\n  int n = 0;\n#pragma omp parallel num_threads(2) reduction(+ : n)\n  n += 1;\n  return n;\n}\n" +
            oneKernel("out[0] = 1;", "threads() == 2"));
    program.settings.flags = {"-Xcompiler=-fopenmp"};
    const auto ran = program.run();
    if (!ran)
      QCOMPARE(QString::fromStdString(ran.error().message),
               QString("kernel.cu has OpenMP pragmas, for which clang's OpenMP library is missing; install the package libomp-22-dev"));
  }
};

QTEST_GUILESS_MAIN(OpenMpTest)
#include "open_mp_test.moc"
