#include "tests/core/kernel/compile/small_program.h" // before <compare>, which moc can't read as the first header

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

/// What nvcc's flags do to a program.
class NvccFlagsTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void flagsOfNvccMeanTheSame() {
    SmallProgram program;
    program.write("flags.cu", "#ifndef __CUDACC_DEBUG__\n#error -G\n#endif\n#if __cplusplus != 201402L\n#error -std\n#endif\n"
                              "#ifndef FORCED\n#error -include\n#endif\n#include <found.h>\n"
                              "static_assert(found(1) == 1, \"a constexpr function\");\n" +
                                  oneKernel("auto same = [] __device__(float x) { return x; }; out[0] = same(found(1));", "host[0] == 1"));
    program.writeHeader("forced.h", "#define FORCED\n");
    program.writeHeader("system/found.h", "constexpr int found(int x) { return x; }\n");
    program.settings.flags = {"-O3",
                              "-std=c++14",
                              "--use_fast_math",
                              "-Xptxas",
                              "-v,-dlcm=ca",
                              "-w",
                              "-G",
                              "-rdc=true",
                              "-dc",
                              "-maxrregcount",
                              "32",
                              "-ftz=true",
                              "-m64",
                              "-fmad=false",
                              "-isystem",
                              "system",
                              "-include",
                              "forced.h",
                              "-lineinfo",
                              "-Xcompiler",
                              "-Wall,-O2",
                              "--expt-relaxed-constexpr",
                              "--extended-lambda"};
    QCOMPARE(problemOf(program.run()), QString());
  }

  void fastMathOfNvccChangesKernelsAlone() {
    SmallProgram program;
    program.write("fast.cu", "#if defined(__FAST_MATH__) || (!defined(__CUDA_ARCH__) && defined(__CLANG_GPU_APPROX_TRANSCENDENTALS__))\n"
                             "#error not nvcc's\n#endif\n"
                             "#ifdef __CLANG_GPU_APPROX_TRANSCENDENTALS__\n#define KIND 1\n#else\n#define KIND 0\n#endif\n" +
                                 oneKernel("out[0] = KIND;", "host[0] == 1"));
    program.settings.flags = {"--use_fast_math"};
    QCOMPARE(problemOf(program.run()), QString());
  }
};

QTEST_GUILESS_MAIN(NvccFlagsTest)
#include "nvcc_flags_test.moc"
