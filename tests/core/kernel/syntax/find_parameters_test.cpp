#include "core/kernel/compile/changed_sources.h" // before <compare>, which moc can't read as the first header
#include "core/kernel/syntax/find_parameters.h"
#include "tests/core/kernel/compile/small_program.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

namespace {

struct Found {
  std::vector<SourceFile> sources;
  std::vector<Parameter> parameters;

  /// "BLOCK=16 block size, N=3 grid"
  QString text() const {
    QStringList all;
    for (const Parameter& parameter : parameters)
      all << QString::fromStdString(parameter.name + "=" + parameter.value + " " + parameter.use);
    return all.join(", ");
  }
  /// What the first places say.
  QString places() const {
    QStringList all;
    for (const Parameter& parameter : parameters)
      for (const ParameterPlace& place : parameter.places)
        for (const SourceFile& source : sources)
          if (source.name == place.file)
            all << QString::fromStdString(
                fmt::format("{}:{} {}", place.file, place.line, source.text.substr(place.begin, place.end - place.begin)));
    return all.join(", ");
  }
};

/// Of "a.cu" with this text and "part.h", which it may include.
Found parametersOf(const std::string& text, const std::string& header = {}, const std::vector<std::string>& defines = {}) {
  SmallProgram program;
  program.settings.defines = defines;
  program.write("a.cu", text);
  Found made{{{"a.cu", text}}, {}};
  if (!header.empty()) {
    program.writeHeader("part.h", header);
    made.sources.push_back({"part.h", header});
  }
  std::filesystem::create_directories(program.generated());
  const InputFiles files = valueOf(sortFiles(program.settings, program.folder()));
  const CompilerSetup setup{valueOf(locateClang()), valueOf(locateCuda()), program.settings, program.folder(), program.generated()};
  made.parameters = valueOf(findParameters(withSources(setup, files, made.sources), files, made.sources));
  return made;
}

std::string mainWith(const std::string& body) { return "int main() {\n  int* out = nullptr;\n" + body + "\n}\n"; }

const std::string plainKernel = "__global__ void kernel(int* out) { out[threadIdx.x] = 1; }\n";

} // namespace

class FindParametersTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void uses_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const std::string& program, const char* expected) {
      QTest::newRow(name) << QString::fromStdString(program) << QString(expected);
    };
    row("launch", "#define BLOCK 64\n#define GRID 3\n#define SHARED 48\n" + plainKernel + mainWith("kernel<<<GRID, BLOCK, SHARED>>>(out);"),
        "BLOCK=64 block size, GRID=3 grid, SHARED=48 array size");
    row("launch by variables",
        "#define X 8\n#define Y 4\n" + plainKernel +
            mainWith("dim3 block(X, 1);\n  block.y = Y;\n  int grid = 100 / X;\n  kernel<<<grid, block>>>(out);"),
        "X=8 block size, Y=4 block size");
    row("launch by a function",
        "#define BLOCK 64\n#define DO(call) do { call; } while (0)\n" + plainKernel +
            "void launch(int* out, int threads) { kernel<<<1, threads>>>(out); }\n" + mainWith("DO(launch(out, 2 * BLOCK));"),
        "BLOCK=64 block size");
    row("launch by a macro",
        "#define BLOCK 64\n#define GRID 3\n#define LAUNCH(k) k<<<GRID, BLOCK>>>(out)\n" + plainKernel + mainWith("LAUNCH(kernel);"),
        "BLOCK=64 block size, GRID=3 grid");
    row("array by a chain",
        "#define R 5\n#define WIDE (2 * R + 1)\nconstexpr int area = WIDE * WIDE;\n"
        "__global__ void kernel(int* out) { __shared__ int tile[area]; tile[0] = R; out[0] = tile[0]; }\n",
        "R=5 array size");
    row("constants",
        "namespace n { constexpr int a{2}; enum E { B = 3, C }; struct S { static const unsigned d = (4u); }; }\n"
        "__global__ void kernel(int* out) { const int e = 5; int local[e]; local[0] = n::a; out[0] = local[0] + n::B + n::C + n::S::d; }\n",
        "a=2 device code, B=3 device code, d=4 device code, e=5 array size");
    row("launch bounds, of constants too",
        "#define A 64\nconstexpr int b = 2;\n__global__ void __launch_bounds__(A, b) kernel(int* out) { out[0] = 1; }\n",
        "A=64 device code, b=2 device code");
    row("arguments of templates",
        "constexpr int n = 4;\ntemplate <int N> __global__ void kernel(int* out) { out[0] = N; }\n" +
            mainWith("kernel<n><<<1, 1>>>(out);\n  kernel<(n > 2)><<<1, 1>>>(out);"),
        "n=4 device code");
    row("attributes by macros, unrolled loops",
        "#define DEVICE __device__ inline\n#define U 4\n#define T 7\ntemplate <class X> DEVICE X add(X x) { return x + T; }\n"
        "__global__ void kernel(int* out) {\n#pragma unroll U\n  for (int i = 0; i < 8; ++i) out[i] = add(i);\n}\n",
        "U=4 device code, T=7 device code");
    row("the host's own",
        "#define TIMES 9\nconstexpr int seed = 3;\n" + plainKernel +
            mainWith("for (int i = 0; i < TIMES; ++i) kernel<<<1, 1>>>(out + seed);"),
        "");
    row("data of the host that a kernel is given",
        "struct Item { int weight; };\n__global__ void kernel(Item* items, int n) { items[0].weight = n; }\n" +
            mainWith("const int places = 6;\n  Item item;\n  item.weight = places;\n  kernel<<<1, 1>>>(nullptr, places);"),
        "");
    row("what is skipped",
        "#define NEGATIVE -3\n#define LARGE 65537\n#define __HIDDEN 3\n#define REAL 1.5f\n#define TWICE 1\n#undef TWICE\n#define TWICE 2\n"
        "__global__ void kernel(int* out) { out[0] = NEGATIVE + LARGE + __HIDDEN + REAL + TWICE; }\n",
        "");
    row("what only the preprocessor reads",
        "#define FAST 1\n#define OLD 2\n#define NEW 4\n__global__ void kernel(int* out) {\n#if FAST && \\\n  NEW\n  out[0] = NEW;\n#else\n"
        "  out[0] = OLD;\n#endif\n}\n",
        "NEW=4 device code");
    row("the definition that is compiled",
        "#define N 2\n#if N > 1\n#define BLOCK 64\n#else\n#define BLOCK 32\n#endif\n" + plainKernel +
            mainWith("kernel<<<1, BLOCK>>>(out);"),
        "BLOCK=64 block size");
    row("names of several constants",
        plainKernel + "void a(int* out) { const int n = 1; kernel<<<n, 1>>>(out); }\n"
                      "void b(int* out) { const int n = 2; kernel<<<n, 1>>>(out); }\n",
        "");
  }
  void uses() {
    QFETCH(QString, program);
    QFETCH(QString, expected);
    QCOMPARE(parametersOf(program.toStdString()).text(), expected);
  }

  void placesAreTheDigits() {
    const std::string text = "#define A /* of */ 16 // one\n#define B ((0x20uLL))\n#define C \\\n  1'024\nconstexpr long d = {010l};\n"
                             "__global__ void kernel(int* out) { out[0] = A + B + C + d; }\n";
    const Found found = parametersOf(text);
    QCOMPARE(found.text(), "A=16 device code, B=32 device code, C=1024 device code, d=8 device code");
    QCOMPARE(found.places(), "a.cu:1 16, a.cu:2 0x20, a.cu:4 1'024, a.cu:5 010");
    const std::string windows = QString::fromStdString(text).replace("\n", "\r\n").toStdString();
    QCOMPARE(parametersOf(windows).places(), found.places());
  }

  void headersAreSourcesToo() {
    const Found found = parametersOf("#include \"part.h\"\n#define A 3\n__global__ void kernel(int* out) { out[0] = A + B; }\n",
                                     "#pragma once\n#define B 4\n");
    QCOMPARE(found.places(), "a.cu:2 3, part.h:2 4");
  }

  void macrosThatTheCompilerIsGivenHaveNoPlace() {
    const Found found = parametersOf("#ifndef BLOCK\n#define BLOCK 16\n#endif\n" + plainKernel + mainWith("kernel<<<1, BLOCK>>>(out);"), {},
                                     {"BLOCK=32", "UNUSED=3"});
    QCOMPARE(found.text(), "BLOCK=32 block size");
    QVERIFY(found.parameters[0].kind == ParameterKind::Macro && found.parameters[0].places.empty());
  }
};

QTEST_GUILESS_MAIN(FindParametersTest)
#include "find_parameters_test.moc"
