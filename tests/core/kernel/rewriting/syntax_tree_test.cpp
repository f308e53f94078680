#include "tests/core/kernel/rewriting/small_kernel.h" // before <compare>, which moc can't read as the first header

#include "core/kernel/rewriting/node_rules.h"
#include "core/kernel/rewriting/precedence.h"
#include "core/kernel/rewriting/substitute.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::ir;
using namespace gevo::program;

class SyntaxTreeTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void aStatementGoesWithItsLine() {
    const SmallKernel small("  out[0] = 1;\n  __syncthreads();\n  out[1] = 2;");
    QCOMPARE(small.after(small.tree.remove(small.node(SyntaxKind::Statement, "__syncthreads();"))), "  out[0] = 1;\n  out[1] = 2;");
  }

  void theCommentBehindAStatementGoesWithIt() {
    const SmallKernel small("  out[0] = 1;\n  __syncthreads(); // all of it\n  out[1] = 2;");
    QCOMPARE(small.after(small.tree.remove(small.node(SyntaxKind::Statement, "__syncthreads();"))), "  out[0] = 1;\n  out[1] = 2;");
  }

  void aStatementAmongOthersGoesAlone() {
    const SmallKernel small("  out[0] = 1; __syncthreads(); out[1] = 2;");
    QCOMPARE(small.after(small.tree.remove(small.node(SyntaxKind::Statement, "__syncthreads();"))), "  out[0] = 1;  out[1] = 2;");
  }

  void whatAnIfControlledAloneTakesItAlong() {
    const SmallKernel plain("  out[0] = 1;\n  if (i == 0) out[1] = 2;\n  out[2] = 3;");
    QCOMPARE(plain.after(plain.tree.remove(plain.node(SyntaxKind::Statement, "out[1] = 2;"))), "  out[0] = 1;\n  out[2] = 3;");
    const SmallKernel block("  if (i == 0) {\n    out[1] = 2;\n  }\n  out[2] = 3;");
    QCOMPARE(block.after(block.tree.remove(block.node(SyntaxKind::Statement, "out[1] = 2;"))), "  out[2] = 3;");
    const SmallKernel other("  if (i == 0) out[1] = 2; else out[2] = 3;");
    QCOMPARE(other.after(other.tree.remove(other.node(SyntaxKind::Statement, "out[1] = 2;"))), "  if (i == 0) ; else out[2] = 3;");
  }

  void insertionsKeepTheIndentationAndTheControl() {
    const SmallKernel small("    out[0] = 1;\n  if (i == 0) out[1] = 2;");
    const auto first = small.node(SyntaxKind::Statement, "out[0] = 1;");
    const auto controlled = small.node(SyntaxKind::Statement, "out[1] = 2;");
    QCOMPARE(small.after(small.tree.insertBefore(first, {"__syncthreads();"})),
             "    __syncthreads();\n    out[0] = 1;\n  if (i == 0) out[1] = 2;");
    QCOMPARE(small.after(small.tree.insertAfter(first, "__syncthreads();")),
             "    out[0] = 1;\n    __syncthreads();\n  if (i == 0) out[1] = 2;");
    QCOMPARE(small.after(small.tree.insertBefore(controlled, {"out[3] = 0;"})),
             "    out[0] = 1;\n  if (i == 0) { out[3] = 0; out[1] = 2; }");
    QCOMPARE(small.after(small.tree.insertAfter(controlled, "out[3] = 0;")), "    out[0] = 1;\n  if (i == 0) { out[1] = 2; out[3] = 0; }");
  }

  void placesOfDebugInformation() {
    const SmallKernel small("  out[i] = in[i] + 2.0f;");
    const auto nodes = small.tree.at({"a.cu", 3, 18, "kernel"});
    QCOMPARE(nodes.size(), std::size_t(1));
    QCOMPARE(std::string(small.tree.text(nodes[0])), std::string("in[i] + 2.0f"));
    QCOMPARE(std::string(small.tree.text(small.tree.statementOf(nodes[0]))), std::string("out[i] = in[i] + 2.0f;"));
    QVERIFY(small.tree.at({"other.cu", 3, 18, ""}).empty() && small.tree.at({"a.cu", 99, 1, ""}).empty());
  }

  void simplificationsOfAConditionDropOneOfSeveral() {
    const SmallKernel small("  if (i < n && i != 2) out[i] = 1;\n  --n;");
    QStringList after;
    for (const SourceRewrite& rewrite : simplifications(small.tree, small.node(SyntaxKind::Binary, "i < n")))
      after.push_back(small.after(rewrite.replacements).trimmed());
    for (const char* const one :
         {"if (i != 2) out[i] = 1;\n  --n;", "if (false && i != 2) out[i] = 1;\n  --n;", "out[i] = 1;\n  --n;", "--n;"})
      QVERIFY2(after.contains(one), one);
  }

  void whatIsDecidedIsLeftOut_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("condition");
    QTest::addColumn<QString>("whenTrue");
    QTest::addColumn<QString>("whenFalse");
    QTest::newRow("conditional") << "out[i] = i < n ? in[i] : 0.0f;"
                                 << "i < n"
                                 << "out[i] = in[i];"
                                 << "out[i] = 0.0f;";
    QTest::newRow("and") << "if (i < n && i > 1) out[i] = 1;"
                         << "i < n"
                         << "if (i > 1) out[i] = 1;"
                         << "if (false && i > 1) out[i] = 1;";
    QTest::newRow("or") << "if (i > 1 || i < n) out[i] = 1;"
                        << "i < n"
                        << "if (i > 1 || true) out[i] = 1;"
                        << "if (i > 1) out[i] = 1;";
    QTest::newRow("if and else") << "if (i < n) out[i] = 1; else out[i] = 2;"
                                 << "i < n"
                                 << "out[i] = 1;"
                                 << "out[i] = 2;";
    QTest::newRow("loop") << "for (; i < n; ++i) out[i] = 1;"
                          << "i < n"
                          << "for (; ; ++i) out[i] = 1;"
                          << "";
  }
  void whatIsDecidedIsLeftOut() {
    QFETCH(QString, code);
    QFETCH(QString, condition);
    QFETCH(QString, whenTrue);
    QFETCH(QString, whenFalse);
    const SmallKernel small("  " + code.toStdString() + "\n  --n;");
    const auto after = [&](const std::string& text) {
      return small.after(substitute(small.tree, small.node(SyntaxKind::Binary, condition.toStdString()), text)).remove("--n;").trimmed();
    };
    QCOMPARE(after("true"), whenTrue);
    QCOMPARE(after("false"), whenFalse);
  }

  void whatIsTakenForTrueIsKnownInWhatItControls() {
    const SmallKernel small("  if (i == 0 && n > 1) out[i] = in[i + n];\n  --n;");
    const auto ways = waysToReplace(small.tree, small.node(SyntaxKind::Binary, "i == 0"), "true");
    QCOMPARE(ways.size(), std::size_t(2));
    QCOMPARE(small.after(ways[0].replacements), "  if (n > 1) out[0] = in[0 + n];\n  --n;");
    QCOMPARE(small.after(ways[1].replacements), "  if (n > 1) out[i] = in[i + n];\n  --n;");
    const SmallKernel either("  if (i == 0 || n > 1) out[i] = 1;");
    QCOMPARE(waysToReplace(either.tree, either.node(SyntaxKind::Binary, "i == 0"), "true").size(), std::size_t(1));
  }

  void parenthesesStandWhereTheyAreNeeded() {
    const SmallKernel small("  out[i] = 2.0f * in[i];\n  if (i < n) out[0] = 1;");
    const auto product = small.node(SyntaxKind::Subscript, "in[i]");
    QVERIFY(small.after(substitute(small.tree, product, "a + b")).contains("2.0f * (a + b);"));
    const auto whole = small.node(SyntaxKind::Binary, "2.0f * in[i]");
    QVERIFY(small.after(substitute(small.tree, whole, "a + b")).contains("out[i] = a + b;"));
    const auto condition = small.node(SyntaxKind::Binary, "i < n");
    QVERIFY(small.after(substitute(small.tree, condition, "a < b")).contains("if (a < b) out[0]"));
  }

  void oppositesAreWrittenPlainly() {
    QCOMPARE(negated("true"), std::string("false"));
    QCOMPARE(negated("computed"), std::string("!computed"));
    QCOMPARE(negated("!computed"), std::string("computed"));
    QCOMPARE(negated("i == rows - 1"), std::string("i != rows - 1"));
    QCOMPARE(negated("f(a == b) != 0"), std::string("f(a == b) == 0"));
    QCOMPARE(negated("a == b && c"), std::string("!(a == b && c)"));
    QCOMPARE(negated("x < y"), std::string("!(x < y)")); // not x >= y where one is not a number
  }

  void whatIsTrueAnywayIsNotWritten() {
    QCOMPARE(asWritten("true && true"), std::string("true"));
    QCOMPARE(asWritten("true && i < n && true"), std::string("i < n"));
    QCOMPARE(asWritten("i < n || true"), std::string("i < n || true"));
    QCOMPARE(asWritten("i < n && row > -1"), std::string("i < n && row >= 0"));
    QCOMPARE(asWritten("row > -10"), std::string("row > -10"));
  }

  void syntaxThatDoesNotFitIsRefused() {
    SourceSyntax syntax;
    syntax.nodes.push_back({SyntaxKind::Other, SyntaxRole::Part, -1, 0, 0, 9, 0, {}});
    const std::vector<SourceFile> sources{{"a.cu", "short"}};
    QVERIFY(!SyntaxTree::make(syntax, sources));
    syntax.nodes[0] = {SyntaxKind::Other, SyntaxRole::Part, 0, 0, 0, 1, 0, {}};
    QVERIFY(!SyntaxTree::make(syntax, sources)); // its own parent
  }
};

QTEST_GUILESS_MAIN(SyntaxTreeTest)
#include "syntax_tree_test.moc"
