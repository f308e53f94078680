#include "tests/core/kernel/compile/small_program.h" // before <compare>, which moc can't read as the first header

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

/// What nvcc accepts and clang alone does not.
class AcceptedByNvccTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void nvccsHeadersAreThere() {
    SmallProgram program;
    program.write("headers.cu",
                  "static bool all() {\n"
                  "  time_t now = time(NULL); clock_t ticks = clock(); char text[8]; snprintf(text, 8, \"%d\", abs(-1));\n"
                  "  assert(strlen(text) == 1); void* p = malloc(4); free(p); new (text) char('2'); va_list list; (void)list;\n"
                  "  return now > 0 && ticks >= 0 && isdigit(text[0]) && sqrt(4.0) == 2 && M_PI > 3 && umin(1u, 2u) == 1;\n"
                  "}\n" +
                      oneKernel("out[0] = 1;", "host[0] == 1 && all()"));
    QCOMPARE(problemOf(program.run()), QString());
  }

  void maxAndMinTakeAnyTwoNumbers() {
    SmallProgram program;
    program.write("choices.cu",
                  "#include <algorithm>\nusing namespace std;\n"
                  "template <class A, class B> __host__ __device__ A clip(A a, B b) { return min(max(a, b), 9); }\n"
                  "static bool all() {\n"
                  "  size_t n = 3; short s = 2; char c = 1; const float& f = 2.5f;\n"
                  "  static_assert(sizeof(max(1, 2.0)) == 8 && sizeof(max(1, 2.0f)) == 4 && sizeof(min(1, 2ll)) == 8, \"\");\n"
                  "  return max(n, n) == 3 && max(n, 4) == 4 && min(s, c) == 1 && max(f, 2) == 2.5 && max(-1, 2u) == 4294967295u\n"
                  "      && clip(12.5, 1) == 9 && max({1, 5, 2}) == 5 && std::min(2, 1) == 1 && max<int>(1.5, 2) == 2;\n"
                  "}\n" +
                      oneKernel("short s = 3; out[0] = max(s, 2.5f) + clip(threadIdx.x, 4) + min(blockDim.x, 7) + fmaxf(1, 2);",
                                "host[0] == 10 && all()"));
    QCOMPARE(problemOf(program.run()), QString());
  }

  void programsHaveTheirOwnMaxAndMin_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("template") << "template <class T> __host__ __device__ T max(T a, T b) { return T(7); }\n";
    QTest::newRow("template of two types") << "template <class A, class B> __host__ __device__ int max(A a, B b) { return 7; }\n";
    QTest::newRow("function") << "static __host__ __device__ int max(unsigned char a, unsigned char b) { return 7; }\n";
    QTest::newRow("macro") << "#define max(a, b) 7\n";
    QTest::newRow("namespace")
        << "namespace own { template <class T> __host__ __device__ T max(T a, T b) { return T(7); } }\nusing own::max;\n";
  }
  void programsHaveTheirOwnMaxAndMin() {
    QFETCH(QString, text);
    SmallProgram program;
    const std::string use = "unsigned char a = 1, b = 2; ";
    program.write("own.cu", text.toStdString() + "static int onHost() { " + use + "return max(a, b); }\n" +
                                oneKernel(use + "out[0] = max(a, b);", "host[0] == 7 && onHost() == 7"));
    QCOMPARE(problemOf(program.run()), QString());
  }

  void literalsTouchMacros() {
    SmallProgram program;
    program.write("literals.cu", "#define fNID \"x\"\nstatic const char* const text = \"(\"fNID\")\";\n" +
                                     oneKernel("out[0] = 1;", "host[0] == 1 && !strcmp(text, \"(x)\")"));
    QCOMPARE(problemOf(program.run()), QString());
  }

  void launchesHaveBlanksInTheirTokens() {
    SmallProgram program;
    program.writeHeader("launch.h", "template <class T> void launchOther(T* out) { other<T> << < dim3(1, 1), 1 >> > (out); }\n");
    program.write("blanks.cu", "template <class T> __global__ void other(T* out) { out[0] += __LINE__; }\n"
                               "#include \"launch.h\"\n"
                               "__global__ void kernel(float* out) { out[0] = 1; }\n"
                               "int main() {\n"
                               "  float *out, host[1];\n"
                               "  cudaMalloc((void**)&out, sizeof host);\n"
                               "  kernel << <1, 1>> >(out);\n"
                               "  launchOther(out);\n"
                               "  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);\n"
                               "  return host[0] == 2 && __LINE__ == 10 ? 0 : 1;\n"
                               "}\n");
    QCOMPARE(problemOf(program.run()), QString());
  }

  void macrosDoNotReachHeadersBeforeTheCode() {
    SmallProgram program;
    program.write("macros.cu",
                  "#ifndef __STDC_LIMIT_MACROS\n#error not there\n#endif\n#ifdef gone\n#error still there\n#endif\n" +
                      oneKernel("int values[N] = {}; out[0] = values[0] + sizeof values / T(4) + twice(1);", "host[0] == 102"));
    program.settings.defines = {"N=100", "T=float", "A", "value=3", "twice(x)=(2*x)", "__STDC_LIMIT_MACROS"};
    program.settings.flags = {"-DB=2", "-Dgone", "-Ugone"};
    QCOMPARE(problemOf(program.run()), QString());
  }

  void narrowingIsAWarning() {
    SmallProgram program;
    program.write("narrow.cu", oneKernel("int n = 3; float values[] = {n, 2.0}; out[0] = values[0];", "host[0] == 3"));
    QCOMPARE(problemOf(program.run()), QString());
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
    program.write("fast.cu", "#ifdef __FAST_MATH__\n#error not nvcc's\n#endif\n"
                             "#include <cmath>\nstatic volatile float angle = 1e5f;\n" +
                                 oneKernel("out[0] = sinf(1e5f + threadIdx.x) == __sinf(1e5f + threadIdx.x);",
                                           "host[0] == FAST && fabsf(sinf(angle) - 0.0357488f) < 1e-6f"));
    program.settings.defines = {"FAST=0"};
    QCOMPARE(problemOf(program.run()), QString());
    program.settings.defines = {"FAST=1"};
    program.settings.flags = {"--use_fast_math"};
    QCOMPARE(problemOf(program.run()), QString());
  }
};

QTEST_GUILESS_MAIN(AcceptedByNvccTest)
#include "accepted_by_nvcc_test.moc"
