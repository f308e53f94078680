#include "stencil_texts.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::ir;

/// Sentences about the fixture stencil.cu.
class ConsequencesTest : public QObject, StencilTexts {
  Q_OBJECT

  /// "21: this barrier is gone", one line for each.
  QString said(const std::string& edits) {
    std::string text;
    for (const Consequence& one : inspected(edits).consequences)
      text += fmt::format("{}: {}\n", one.at.empty() ? 0 : one.at.front().line, one.text);
    return QString::fromStdString(text);
  }

private slots:
  void nothingIsSaidOfTheOriginal() { QCOMPARE(said(""), QString()); }

  void aBarrierThatWasDeletedIsGone() {
    const std::string barrier = "delete 1 " + id("call void @llvm.nvvm.barrier", 1);
    QCOMPARE(said(barrier), QString("%1: this barrier is gone\n").arg(lineOf("__syncthreads", 1)));
    QCOMPARE(inspected(barrier).consequences.at(0).edit, 0);
  }

  void aBarrierForFewerThreadsIsSaidToBeOne() {
    QCOMPARE(
        said("synchronise 1 " + id("call void @llvm.nvvm.barrier", 1) + " to warp"),
        QString("%1: threads wait here for those of their warp only, no longer for all of the block\n").arg(lineOf("__syncthreads", 1)));
  }

  void aConditionIsSaidBeforeAndAfter() {
    const std::string branch = id("br i1 %valid");
    const QString text = said("operand 1 " + branch + " with " + branch + ".0=" + id("%slt = "));
    QVERIFY2(text.contains("the condition `valid` is now `x < cols`"), qPrintable(text));
  }

  void bytesAreSaidAsSubscripts() {
    const std::string load = id("%load64 = ");
    const QString text = said("operand 1 " + load + " with " + load + ".0=" + id("%address22 = "));
    QVERIFY2(text.contains("`tile[ty][tx]` is read here, not `next[ty][tx]`"), qPrintable(text));
  }

  void anOperandIsSaidInItsExpression() {
    const std::string sum = id("%left = ");
    const QString text = said("operand 1 " + sum + " with " + sum + ".0=" + id("%ty = "));
    QVERIFY2(text.contains("ty") && text.contains(" is now "), qPrintable(text));
  }

  /// Of two for the same loop the later one.
  void directivesAreSaidAtTheirLoopAccessAndKernel() {
    int branch = 0;
    while (id("br ", branch) != "@missing" && said("unroll 1 " + id("br ", branch) + " to 4").isEmpty()) ++branch;
    const std::string loop = id("br ", branch);
    QCOMPARE(said("unroll 1 " + loop + " to 2\nunroll 2 " + loop + " to 4"),
             QString("%1: this loop is to be unrolled, 4 rounds at once\n").arg(lineOf("for (int i")));
    QCOMPARE(said("perforate 1 " + loop + " to 2"), QString("%1: only one of 2 rounds of this loop runs\n").arg(lineOf("for (int i")));
    QCOMPARE(said("registers 1 " + id("br ", 0) + " to 64"),
             QString("%1: each thread of stencil may take at most 64 registers\n").arg(lineOf("__global__")));
    QCOMPARE(said("pipeline 1 " + id("br ", 0) + " to unroll8"),
             QString("%1: stencil is compiled with its innermost loops unrolled, 8 rounds at once\n").arg(lineOf("__global__")));
    QCOMPARE(said("cache 1 " + id("%load", 0) + " to cg"),
             QString("%1: load of `in[index]` is to be cached in L2 only (`.cg`)\n").arg(lineOf("= in[index]")));
    QCOMPARE(said("share 1 " + id("%load", 0) + " to 4"),
             QString("%1: load of `in[index]` is the same in 4 neighbouring threads: what the first of them loads\n")
                 .arg(lineOf("= in[index]")));
  }

  void whatAnEditUndoesIsNotSaid() {
    const std::string sum = id("%left = ");
    const std::string there = "operand 1 " + sum + " with " + sum + ".0=" + id("%ty = ");
    const std::string back = "operand 2 " + sum + " with " + sum + ".0=" + id("%tx = ");
    QCOMPARE(said(there + "\n" + back), QString());
  }

  void aSentenceKnowsWhetherItIsOfOneEdit() {
    const std::string sum = id("%left = ");
    const std::string one = "operand 1 " + sum + " with " + sum + ".0=" + id("%ty = ");
    const std::string other = "operand 2 " + sum + " with " + sum + ".1=" + id("%ty = ");
    const auto about = [&](const std::string& edits) {
      const std::vector<Consequence> all = inspected(edits).consequences;
      const auto found = std::ranges::find_if(all, [](const Consequence& each) { return each.text != noSimpleWords; });
      return found == all.end() ? Consequence() : *found;
    };
    QCOMPARE(about(one).edit, 0);
    QVERIFY(!about(one).ofSeveral);
    QCOMPARE(about(one + "\n" + other).edit, 1);
    QVERIFY(about(one + "\n" + other).ofSeveral);
  }

  void onePathsValueIsOfTheEditThatChangedIt() {
    const std::string phi = id("%i = phi");
    const std::string start = "operand 1 " + phi + " with " + phi + ".0=" + id("%tx = ");
    const std::string round = "operand 2 " + phi + " with " + phi + ".1=" + id("%ty = ");
    std::map<std::string, Consequence> said;
    for (const Consequence& one : inspected(start + "\n" + round).consequences) said[one.text.substr(0, 10)] = one;
    QCOMPARE(said["`i` starts"].edit, 0);
    QVERIFY(!said["`i` starts"].ofSeveral);
    QCOMPARE(said["after each"].edit, 1);
    QVERIFY(!said["after each"].ofSeveral);
  }

  void aBarrierWithAnotherNumberIsSaidAsCudaWritesIt() {
    const std::string barrier = id("call void @llvm.nvvm.barrier", 1);
    QCOMPARE(said("operand 1 " + barrier + " with " + barrier + ".0=one"),
             QString("%1: this barrier is now `bar.sync 1`, not `__syncthreads()`\n").arg(lineOf("__syncthreads", 1)));
  }

  void whatNobodySeesIsNotSaid() {
    const std::string load = id("%load64 = ");
    const std::string store = id("store float", 2);
    const std::string read = "operand 1 " + load + " with " + load + ".0=" + id("%address22 = ");
    const std::string unused = "operand 2 " + store + " with " + store + ".0=$6";
    QVERIFY(said(read).contains("is read here"));
    QVERIFY2(said(unused).contains("gets `rx`"), qPrintable(said(unused)));
    QVERIFY2(!said(read + "\n" + unused).contains("is read here"), qPrintable(said(read + "\n" + unused)));
  }

  void aComparisonOfAValueWithItselfIsSaidAsWhatItGives() {
    const std::string less = id("%slt = ");
    const QString text = said("operand 1 " + less + " with " + less + ".0=$4");
    QVERIFY2(text.startsWith(QString("%1: `x < cols` is now always false\n").arg(lineOf("inside ="))), qPrintable(text));
    QVERIFY2(text.contains("this store to `out[index]` is never reached now"), qPrintable(text));
  }

  void anIndexIsSaidWhereItIsUsed() {
    const std::string index = id("%sext = ");
    const QString text = said("operand 1 " + index + " with " + index + ".0=" + id("%tx = "));
    QVERIFY2(text.contains(" is read here, not ") || text.contains("now writes to"), qPrintable(text));
    QVERIFY2(!text.contains("`index` is now"), qPrintable(text));
  }

  void aStoreThatMovedIsSaidWithItsPlace() {
    const QString text = said("move 1 " + id("store float") + " before " + id("ret void"));
    QVERIFY2(text.contains(QString("this store to `tile[ty][tx]` now comes before line %1").arg(linesOf(sources_[0].text).size())),
             qPrintable(text));
  }
};

QTEST_GUILESS_MAIN(ConsequencesTest)
#include "consequences_test.moc"
