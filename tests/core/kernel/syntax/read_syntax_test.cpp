#include "tests/core/kernel/syntax/syntax_of.h" // before <compare>, which moc can't read as the first header

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

using Texts = std::vector<std::string>;

class ReadSyntaxTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void partsOfConditionals() {
    const SmallSyntax read = syntaxOf(kernelOf("  if (i < n) out[i] = 1; else { out[0] = 2; }\n  while (i > n) --i;"));
    QCOMPARE(read.parts(SyntaxRole::Condition), (Texts{"i < n", "i > n"}));
    QCOMPARE(read.parts(SyntaxRole::Else), (Texts{"{ out[0] = 2; }"}));
    QCOMPARE(read.texts(SyntaxKind::Statement), (Texts{"out[i] = 1;", "out[0] = 2;", "--i;"}));
  }

  void anyPartOfALoopMayBeMissing() {
    const SmallSyntax read =
        syntaxOf(kernelOf("  for (int k = 0; k < n; ++k) out[k] = 1;\n  for (; i < 4;) { i += 2; }\n  for (;;) break;"));
    QCOMPARE(read.parts(SyntaxRole::Start), (Texts{"int k = 0;"}));
    QCOMPARE(read.parts(SyntaxRole::Condition), (Texts{"k < n", "i < 4"}));
    QCOMPARE(read.parts(SyntaxRole::Step), (Texts{"++k"}));
    QCOMPARE(read.texts(SyntaxKind::For).size(), std::size_t(3));
    QCOMPARE(read.texts(SyntaxKind::Jump), (Texts{"break;"}));
  }

  /// As debug information has them.
  void operatorsAreLocatedWhereTheyStand() {
    const SmallSyntax read = syntaxOf(kernelOf("  out[i] = in[i] /* here */ + 2.0f * in[n - 1];"));
    const std::string& text = read.sources[0].text;
    for (const SyntaxNode& node : read.syntax.nodes)
      if (node.kind == SyntaxKind::Binary || node.kind == SyntaxKind::Assignment)
        QCOMPARE(text.substr(node.anchor, node.name.size()), node.name);
    QCOMPARE(read.texts(SyntaxKind::Binary), (Texts{"in[i] /* here */ + 2.0f * in[n - 1]", "2.0f * in[n - 1]", "n - 1"}));
    QCOMPARE(read.texts(SyntaxKind::Subscript), (Texts{"out[i]", "in[i]", "in[n - 1]"}));
  }

  void argumentsOfCalls() {
    const SmallSyntax read = syntaxOf(kernelOf("  out[i] = fmaxf(in[i], 2.0f);\n  __syncthreads();"));
    const auto names = [&] {
      Texts found;
      for (const SyntaxNode& node : read.syntax.nodes)
        if (node.kind == SyntaxKind::Call) found.push_back(node.name);
      return found;
    };
    QCOMPARE(names(), (Texts{"fmaxf", "__syncthreads"}));
    const Texts arguments = read.parts(SyntaxRole::Argument); // the kernel's parameters too
    QVERIFY(std::ranges::count(arguments, "in[i]") == 1 && std::ranges::count(arguments, "2.0f") == 1);
  }

  void valuesOfVariables() {
    const SmallSyntax read = syntaxOf(kernelOf("  __shared__ float tile[4][8];\n  float a = in[0], b(in[1]);\n  tile[0][i] = a + b;"));
    QCOMPARE(read.parts(SyntaxRole::Value), (Texts{"threadIdx.x", "in[0]", "in[1]"}));
  }

  void headersAreReadOnceAndTemplatesAsTheyAreWritten() {
    const SmallSyntax read = syntaxOf("#include \"part.h\"\n" + kernelOf("  out[i] = twice(in[i]) + twice(n);"),
                                      "template <class T> __device__ T twice(T x) { return x + x; }\n");
    QCOMPARE(read.texts(SyntaxKind::Return), (Texts{"return x + x;"}));
  }

  void whatAMacroWritesIsOnePiece() {
    const SmallSyntax read = syntaxOf("#define AT(a, k) ((a)[(k) + 1])\n" + kernelOf("  out[i] = AT(in, i) * 2;"));
    QCOMPARE(read.texts(SyntaxKind::Binary), (Texts{"AT(in, i) * 2"}));
  }

  void nodesFitTheirSources() {
    const SmallSyntax read = syntaxOf(kernelOf("  auto add = [&](int k) { out[k] += in[k]; };\n  for (int k : {1, 2}) add(k);\n"
                                               "  switch (n) { case 1: out[0] = 1; break; default: do --n; while (n > 0); }\n"
                                               "  out[i] = n ? in[i] : -in[i];"));
    for (std::size_t i = 0; i < read.syntax.nodes.size(); ++i) {
      const SyntaxNode& node = read.syntax.nodes[i];
      QVERIFY(node.parent < static_cast<std::int32_t>(i) && node.begin < node.end);
      QVERIFY(node.anchor >= node.begin && node.anchor <= node.end);
      if (node.parent < 0) continue;
      const SyntaxNode& outer = read.syntax.nodes[static_cast<std::size_t>(node.parent)];
      QVERIFY2(outer.begin <= node.begin && node.end <= outer.end, read.text(node).c_str());
    }
  }
};

QTEST_GUILESS_MAIN(ReadSyntaxTest)
#include "read_syntax_test.moc"
