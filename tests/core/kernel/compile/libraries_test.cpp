#include "tests/core/kernel/compile/small_program.h" // before <compare>, which moc can't read as the first header

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

/// Closed libraries, CUDA's own of templates, and the user's.
class LibrariesTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void closedLibrariesAreReported_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("use");
    QTest::addColumn<QString>("name");
    QTest::newRow("by function") << "extern \"C\" int cublasCreate_v2(void**); extern \"C\" int nppiAdd_8u_C1RSfs();"
                                 << "cublasCreate_v2(0); nppiAdd_8u_C1RSfs();"
                                 << "NPP, cuBLAS";
    QTest::newRow("by header") << "#include <cutensor.h>"
                               << ""
                               << "cuTENSOR";
  }
  void closedLibrariesAreReported() {
    QFETCH(QString, line);
    QFETCH(QString, use);
    QFETCH(QString, name);
    SmallProgram program;
    program.write("closed.cu", (line + "\n__global__ void k(float* o) { o[0] = 1; }\nint main() { " + use + " }\n").toStdString());
    program.settings.libraries = {"cublas", "nppial"};
    const auto compiled = program.compile();
    QVERIFY(!compiled);
    QCOMPARE(compiled.error().message, "the program uses " + name.toStdString() +
                                           ", whose kernels can't be read or simulated; it needs live mode on a real GPU with the library "
                                           "itself, which GEVO does not support yet");
  }

  void unusedClosedLibrariesAreIgnored() {
    SmallProgram program;
    program.write("named.cu", oneKernel("out[0] = 1;", "host[0] == 1"));
    program.settings.libraries = {"curand"};
    QCOMPARE(problemOf(program.run()), QString());
  }

  void headersOfCudasOwnLibrariesCompile() {
    SmallProgram program;
    program.write("library.cu",
                  "#include <cuda/std/functional>\n#include <cub/warp/warp_reduce.cuh>\n" + oneKernel("out[0] = 1;", "host[0] == 1"));
    QCOMPARE(problemOf(program.run()), QString());
  }

  void markersForProfilersAreHeadersAlone() {
    SmallProgram program;
    program.write("markers.cu",
                  "#include <nvToolsExt.h>\n" + oneKernel("out[0] = 1;", "(nvtxRangePushA(\"range\"), nvtxRangePop(), host[0] == 1)"));
    program.settings.libraries = {"nvToolsExt"};
    QCOMPARE(problemOf(program.run()), QString());
  }

  void librariesAreFoundInTheirFolder() {
    SmallProgram program;
    program.writeHeader("part.c", "int part(void) { return 1; }\n");
    std::filesystem::create_directory(program.folder() / "lib");
    const auto made = runCommand(
        {{valueOf(locateClang()).path.string(), "-x", "c", "part.c", "-shared", "-fPIC", "-o", "lib/libpart.so"}, program.folder(), {}},
        program.folder());
    QVERIFY(made && made->succeeded());
    program.write("kernel.cu", oneKernel("out[0] = 1;", "host[0] == part()"));
    program.settings.libraries = {"part"};
    program.settings.libraryFolders = {"lib"};
    QCOMPARE(problemOf(program.run()), QString());
  }
};

QTEST_GUILESS_MAIN(LibrariesTest)
#include "libraries_test.moc"
