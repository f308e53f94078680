#include "tests/core/kernel/compile/small_program.h" // before <compare>, which moc can't read as the first header

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

/// max and min as nvcc has them.
class MaxAndMinTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
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
};

QTEST_GUILESS_MAIN(MaxAndMinTest)
#include "max_and_min_test.moc"
