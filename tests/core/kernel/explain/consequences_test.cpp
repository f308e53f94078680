#include "tests/core/kernel/ir/fixture.h"

#include "core/edit/edit_text.h"
#include "core/kernel/explain/inspect.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::ir;

namespace {

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

} // namespace

/// Sentences about the fixture stencil.cu.
class ConsequencesTest : public QObject {
  Q_OBJECT

  std::unique_ptr<BaseModule> base_ = loadFixture("stencil");
  std::vector<SourceFile> sources_ = {{"stencil.cu", readFixture("stencil.cu")}};

  VariantTexts inspected(const std::string& edits) { return inspect(*base_, parseEdits(edits).value(), sources_, "sm_90").value(); }
  /// "21: this barrier is gone", one line for each.
  QString said(const std::string& edits) {
    std::string text;
    for (const Consequence& one : inspected(edits).consequences)
      text += fmt::format("{}: {}\n", one.at.empty() ? 0 : one.at.front().line, one.text);
    return QString::fromStdString(text);
  }
  /// The id of the base instruction whose line in the full text starts with this.
  std::string id(const std::string& start, int skip = 0) {
    std::uint64_t number = 0;
    for (const std::string& line : lines(inspected("").ir.text)) {
      if (!line.starts_with("  ") || line.starts_with("    ")) continue;
      if (line.substr(2).starts_with(start) && skip-- == 0) return fmt::format("@{}", number);
      ++number;
    }
    return "@missing";
  }
  int lineOf(const std::string& part, int skip = 0) {
    int number = 0;
    for (const std::string& line : lines(sources_[0].text)) {
      ++number;
      if (line.find(part) != std::string::npos && skip-- == 0) return number;
    }
    return 0;
  }

private slots:
  void nothingIsSaidOfTheOriginal() { QCOMPARE(said(""), QString()); }

  void aBarrierThatWasDeletedIsGone() {
    const std::string barrier = "delete 1 " + id("call void @llvm.nvvm.barrier", 1);
    QCOMPARE(said(barrier), QString("%1: this barrier is gone\n").arg(lineOf("__syncthreads", 1)));
    QCOMPARE(inspected(barrier).consequences.at(0).edit, 0);
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

  void whatAnEditUndoesIsNotSaid() {
    const std::string sum = id("%left = ");
    const std::string there = "operand 1 " + sum + " with " + sum + ".0=" + id("%ty = ");
    const std::string back = "operand 2 " + sum + " with " + sum + ".0=" + id("%tx = ");
    QCOMPARE(said(there + "\n" + back), QString());
  }

  void aStoreThatMovedIsSaidWithItsPlace() {
    const QString text = said("move 1 " + id("store float") + " before " + id("ret void"));
    QVERIFY2(text.contains(QString("this store to `tile[ty][tx]` now comes before line %1").arg(lines(sources_[0].text).size())),
             qPrintable(text));
  }
};

QTEST_GUILESS_MAIN(ConsequencesTest)
#include "consequences_test.moc"
