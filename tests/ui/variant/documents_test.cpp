#include "core/values/test_report.h"
#include "core/values/variant_texts.h"
#include "tests/ui/synthetic_run.h"
#include "ui/variant/documents.h"
#include "ui/variant/validation_summary.h"

#include <QtTest>

namespace gevo::ui {

class DocumentsTest : public QObject {
  Q_OBJECT
private slots:
  void everyActiveEditIsLabelledAtItsLine();
  void removedCodeIsStruckOutOnTheLeft();
  void codeLeftInAnotherKernelIsNotStruckOut();
  void editsDescribedInCudaAreShownAsCuda();
  void removedLineIsLabelledWhereItWas();
  void validationIsSummarised();
  void onlyLinesThatMadeCodeAreLinked();
  void irCarriesItsSourceLines();
  void missingPtxShowsWhy();
  void codeOfForeignHeadersIsLocatedAtItsCall();
};

namespace {

const auto project = synthetic::project();
const SideTexts variant{synthetic::details(8), "variant 8", "13.3 µs"};
const SideTexts original{synthetic::details(0), "original", "18.4 µs"};

} // namespace

void DocumentsTest::everyActiveEditIsLabelledAtItsLine() {
  const DiffDocument document = makeDocument(TextKind::Cuda, *project, variant, 0);
  QCOMPARE(document.title, QString("variant 8 · stencil.cu"));
  QCOMPARE(document.footer, QString("13.3 µs"));
  QMap<int, QString> notes;
  for (const LineLabel& label : document.labels) notes[label.line] = label.text;
  QCOMPARE(
      notes,
      (QMap<int, QString>{
          {14, "condition becomes tx < cols"}, {16, "operand ty becomes row"}, {20, "barrier removed"}, {22, "move store before loop"}}));
}

void DocumentsTest::removedCodeIsStruckOutOnTheLeft() {
  DiffDocument left = makeDocument(TextKind::Cuda, *project, original, 0);
  strikeRemoved(left, *project, variant, 0);
  QList<int> struck;
  for (const LineLabel& label : left.labels)
    if (label.strike) struck << label.line;
  QCOMPARE(struck, QList<int>{20});
}

void DocumentsTest::codeLeftInAnotherKernelIsNotStruckOut() {
  auto details = std::make_shared<VariantDetails>(*synthetic::details(8));
  details->texts.ir.sourceFile.push_back(0);
  details->texts.ir.sourceLine.push_back(21);
  DiffDocument left = makeDocument(TextKind::Cuda, *project, original, 0);
  strikeRemoved(left, *project, {details, "variant 8", ""}, 0);
  bool marked = false;
  for (const LineLabel& label : left.labels) {
    QVERIFY(!label.strike);
    marked = marked || label.line == 20;
  }
  QVERIFY(marked);
}

void DocumentsTest::validationIsSummarised() {
  ValidationReport reply;
  reply.tests.resize(3);
  for (TestReport& test : reply.tests) test.result.reason = Reason::None;
  reply.tests[2].role = TestRole::HeldOut;
  QVERIFY(summaryOf(reply).passed);
  QCOMPARE(summaryOf(reply).message, QString("passed 3 tests, 1 of them held out"));
  reply.tests[2].arguments = "1000 %2";
  reply.tests[2].result.reason = Reason::WrongOutput;
  reply.tests[2].result.message = "output 1 differs";
  QVERIFY(!summaryOf(reply).passed);
  QCOMPARE(summaryOf(reply).message, QString("failed held-out test \"1000 %2\": output 1 differs"));
}

namespace {

/// Variant 8 with its barrier's line (21) gone from the text and a line put in before line 15.
SideTexts rewrittenVariant() {
  auto details = std::make_shared<VariantDetails>(*synthetic::details(8));
  details->texts.edits[1].inSource = true;
  RewrittenSource rewritten;
  const QStringList lines = QString::fromStdString(project->sources[0].text).split('\n');
  QStringList now;
  for (int line = 1; line <= lines.size(); ++line) {
    if (line == 21) continue;
    if (line == 15) {
      now << "  inserted();";
      rewritten.text.sourceFile.push_back(-1);
      rewritten.text.sourceLine.push_back(0);
    }
    now << lines[line - 1];
    rewritten.text.sourceFile.push_back(0);
    rewritten.text.sourceLine.push_back(static_cast<std::uint32_t>(line));
  }
  rewritten.text.text = now.join('\n').toStdString();
  details->texts.cuda.push_back(rewritten);
  return {details, "variant 8", ""};
}

} // namespace

void DocumentsTest::editsDescribedInCudaAreShownAsCuda() {
  const DiffDocument document = makeDocument(TextKind::Cuda, *project, rewrittenVariant(), 0);
  const QStringList lines = document.text.split('\n');
  QCOMPARE(lines[14], QString("  inserted();"));
  QCOMPARE(document.sourceLine[14], -1);
  QCOMPARE(document.sourceLine.size(), lines.size());
  QMap<int, QString> notes;
  for (const LineLabel& label : document.labels) notes[label.line] = label.text;
  QCOMPARE(notes.value(15), QString("condition becomes tx < cols")); // one line further down
  QVERIFY(!notes.values().contains("barrier removed"));
}

void DocumentsTest::removedLineIsLabelledWhereItWas() {
  DiffDocument left = makeDocument(TextKind::Cuda, *project, original, 0);
  strikeRemoved(left, *project, rewrittenVariant(), 0);
  const auto barrier = std::ranges::find(left.labels, 20, &LineLabel::line);
  QVERIFY(barrier != left.labels.end());
  QCOMPARE(barrier->text, QString("barrier removed"));
  QVERIFY(barrier->strike);
}

void DocumentsTest::onlyLinesThatMadeCodeAreLinked() {
  const DiffDocument document = makeDocument(TextKind::Cuda, *project, original, 0);
  QCOMPARE(document.sourceLine[16], 17); // an addition of the IR
  QCOMPARE(document.sourceLine[15], -1); // a comment
}

void DocumentsTest::irCarriesItsSourceLines() {
  const DiffDocument document = makeDocument(TextKind::Ir, *project, original, 0);
  QCOMPARE(document.syntax, QString("LLVM IR"));
  QCOMPARE(document.sourceFile.mid(1, 3), (QVector<int>{-1, 0, 0}));
  QCOMPARE(document.sourceLine.mid(1, 3), (QVector<int>{-1, 7, 17}));
}

void DocumentsTest::missingPtxShowsWhy() {
  auto details = std::make_shared<VariantDetails>(*synthetic::details(8));
  details->texts.ptx = {};
  details->texts.ptxError = "the back end refuses this variant";
  const DiffDocument document = makeDocument(TextKind::Ptx, *project, {details, "variant 8", ""}, 0);
  QVERIFY(document.text.contains("refuses this variant"));
}

void DocumentsTest::codeOfForeignHeadersIsLocatedAtItsCall() {
  const std::vector<SourcePosition> chain{{"math_functions.h", 900, 1, "fminf"}, {"stencil.cu", 17, 3, "stencil"}};
  QCOMPARE(spotOf(*project, chain).line, 17);
  QCOMPARE(spotOf(*project, {{"math_functions.h", 900, 1, "fminf"}}).file, -1);
}

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::DocumentsTest)
#include "documents_test.moc"
