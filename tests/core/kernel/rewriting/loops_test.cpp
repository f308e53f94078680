#include "tests/core/kernel/rewriting/small_kernel.h" // before <compare>, which moc can't read as the first header

#include "core/kernel/rewriting/loops.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::ir;
using namespace gevo::program;

class LoopsTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void aRoundIsKnownWhereTheLoopCountsByLiterals_data() {
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("third");
    QTest::newRow("up") << "int k = 0; k < 4; ++k"
                        << "k is 2";
    QTest::newRow("by two") << "int k = 1; k < n; k += 2"
                            << "k is 5";
    QTest::newRow("down") << "int k = 7; k >= 0; k--"
                          << "k is 5";
    QTest::newRow("declared before") << "i = 3; i < n; i++"
                                     << "i is 5";
    QTest::newRow("from a variable") << "int k = n; k < 4; ++k"
                                     << "";
    QTest::newRow("by a variable") << "int k = 0; k < 4; k += n"
                                   << "";
    QTest::newRow("doubled") << "int k = 1; k < 4; k *= 2"
                             << "";
  }
  void aRoundIsKnownWhereTheLoopCountsByLiterals() {
    QFETCH(QString, header);
    const SmallKernel small("  for (" + header.toStdString() + ") out[1] = 2;");
    const auto round = roundAround(small.tree, small.node(SyntaxKind::Statement, "out[1] = 2;"), 2);
    QTEST(round ? QString::fromStdString(round->counter) + " is " + QString::number(round->value) : QString(), "third");
  }

  void onlyARoundDiffers_data() {
    QTest::addColumn<QString>("statement");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("after");
    QTest::newRow("true") << "if (i < n) out[k] = 1;"
                          << "true"
                          << "if (k == 2 || i < n) out[k] = 1;";
    QTest::newRow("false") << "if (i < n) out[k] = 1;"
                           << "false"
                           << "if (k != 2 && i < n) out[k] = 1;";
    QTest::newRow("another") << "if (i < n) out[k] = 1;"
                             << "i < 4"
                             << "if (k == 2 ? i < 4 : i < n) out[k] = 1;";
    QTest::newRow("beside an operator") << "if (i < n && i > 1) out[k] = 1;"
                                        << "true"
                                        << "if ((k == 2 || i < n) && i > 1) out[k] = 1;";
  }
  void onlyARoundDiffers() {
    QFETCH(QString, statement);
    QFETCH(QString, text);
    const SmallKernel small("  for (int k = 0; k < 4; ++k) " + statement.toStdString());
    const auto condition = small.node(SyntaxKind::Binary, "i < n");
    const auto round = roundAround(small.tree, condition, 2);
    QVERIFY(round);
    const SourceRewrite made{replaceIn(small.tree, condition, *round, text.toStdString()), {}};
    QTEST(small.afterRewrites({made}).remove("  for (int k = 0; k < 4; ++k) "), "after");
  }

  void severalRoundsDiffer() {
    const SmallKernel small("  for (int k = 0; k < 4; ++k) if (i < n) out[k] = 1;");
    const auto condition = small.node(SyntaxKind::Binary, "i < n");
    const SourceRewrite one{replaceIn(small.tree, condition, {"k", 1}, "true"), {}};
    const SourceRewrite other{replaceIn(small.tree, condition, {"k", 2}, "true"), {}};
    QVERIFY(canBeCombined(one, other));
    QCOMPARE(small.afterRewrites({one, other}), "  for (int k = 0; k < 4; ++k) if (k == 1 || k == 2 || i < n) out[k] = 1;");
  }

  void aStatementIsLeftOutInARound() {
    const SmallKernel small("  for (int k = 0; k < 4; ++k) {\n    out[k] = 1;\n  }");
    QCOMPARE(small.afterRewrites({{skipIn(small.tree, small.node(SyntaxKind::Statement, "out[k] = 1;"), {"k", 3}), {}}}),
             "  for (int k = 0; k < 4; ++k) {\n    if (k != 3)\n    out[k] = 1;\n  }");
  }

  void whatALoopAddsToIsKeptInAVariable() {
    const SmallKernel small("  int kept = 1;\n  for (int k = 0; k < n; ++k) out[i + kept] += in[k];");
    const auto made = keptInVariable(small.tree, small.node(SyntaxKind::Statement, "out[i + kept] += in[k];"));
    QVERIFY(made);
    QCOMPARE(small.afterRewrites({*made}), "  int kept = 1;\n"
                                           "  auto kept2 = out[i + kept];\n"
                                           "  for (int k = 0; k < n; ++k) kept2 += in[k];\n"
                                           "  out[i + kept] = kept2;");
  }

  void aLoopThatAnIfControlsGetsBraces() {
    const SmallKernel small("  if (i < n) for (int k = 0; k < n; ++k) out[i] *= in[k];");
    const auto made = keptInVariable(small.tree, small.node(SyntaxKind::Statement, "out[i] *= in[k];"));
    QVERIFY(made);
    QCOMPARE(small.afterRewrites({*made}),
             "  if (i < n) { auto kept = out[i]; for (int k = 0; k < n; ++k) kept *= in[k]; out[i] = kept; }");
  }

  void whatIsNoSumOfALoopIsNotKept_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("statement");
    QTest::newRow("the counter's place") << "for (int k = 0; k < n; ++k) out[k] += in[i];"
                                         << "out[k] += in[i];";
    QTest::newRow("a place that moves") << "while (i < n) {\n    out[i] += in[n];\n    i++;\n  }"
                                        << "out[i] += in[n];";
    QTest::newRow("read elsewhere") << "for (int k = 0; k < n; ++k) {\n    out[i] += in[k];\n    out[n] = out[i];\n  }"
                                    << "out[i] += in[k];";
    QTest::newRow("left early") << "for (int k = 0; k < n; ++k) {\n    out[i] += in[k];\n    if (k == i) return;\n  }"
                                << "out[i] += in[k];";
    QTest::newRow("no sum") << "for (int k = 0; k < n; ++k) out[i] = in[k];"
                            << "out[i] = in[k];";
    QTest::newRow("no loop") << "out[3] += 1;"
                             << "out[3] += 1;";
  }
  void whatIsNoSumOfALoopIsNotKept() {
    QFETCH(QString, code);
    QFETCH(QString, statement);
    const SmallKernel small("  " + code.toStdString());
    QVERIFY(!keptInVariable(small.tree, small.node(SyntaxKind::Statement, statement.toStdString())));
  }
};

QTEST_GUILESS_MAIN(LoopsTest)
#include "loops_test.moc"
