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
};

QTEST_GUILESS_MAIN(AcceptedByNvccTest)
#include "accepted_by_nvcc_test.moc"
