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
  void whatIsDifferentIsSaidBelowItsLine();
  void theKernelIsNamedWhereThereAreSeveral();
  void variantsAreComparedByWhatDiffers();
  void whatIsNotProvenLeavesTheCodeAlone();
  void aProvenPatchIsShownAsCode();
  void validationIsSummarised();
  void onlyLinesThatMadeCodeAreLinked();
  void irCarriesItsSourceLines();
  void missingPtxShowsWhy();
  void codeOfForeignHeadersIsLocatedAtItsCall();
  void linesThatNoTestRunsAreMarked();
  void withoutCoverageNothingIsMarked();
};

namespace {

const auto project = synthetic::project();
const SideTexts variant{synthetic::details(8), "variant 8", "13.3 µs"};
const SideTexts original{synthetic::details(0), "original", "18.4 µs"};

} // namespace

void DocumentsTest::whatIsDifferentIsSaidBelowItsLine() {
  const DiffDocument document = makeDocument(TextKind::Cuda, *project, variant, 0);
  QCOMPARE(document.title, QString("variant 8 · stencil.cu"));
  QCOMPARE(document.footer, QString("13.3 µs"));
  QMap<int, QString> notes;
  for (const LineNote& note : document.notes) notes[note.line] = note.text;
  QCOMPARE(notes, (QMap<int, QString>{{14, "the condition `tx < cols - 1` is now `tx < cols`"},
                                      {16, "`ty + 1` is now `row + 1`"},
                                      {20, "this barrier is gone"},
                                      {22, "this store to `heat[ty][tx]` now comes before line 20"}}));
}

void DocumentsTest::theKernelIsNamedWhereThereAreSeveral() {
  auto details = std::make_shared<VariantDetails>(*synthetic::details(8));
  details->texts.consequences[1].kernel = "stencil";
  const DiffDocument document = makeDocument(TextKind::Cuda, *project, {details, "variant 8", ""}, 0);
  QCOMPARE(document.notes[1].text, QString("in `stencil`: this barrier is gone"));
  const DiffDocument one = makeDocument(TextKind::Cuda, *project, {details, "variant 8", ""}, 0, "stencil");
  QCOMPARE(one.notes.size(), 1);
  QCOMPARE(one.notes[0].text, QString("this barrier is gone"));
  QCOMPARE(changedKernels({details, "variant 8", ""}), QStringList{"stencil"});
}

void DocumentsTest::variantsAreComparedByWhatDiffers() {
  auto details = std::make_shared<VariantDetails>(*synthetic::details(8));
  details->texts.consequences.pop_back();
  DiffDocument left = makeDocument(TextKind::Cuda, *project, variant, 0);
  DiffDocument right = makeDocument(TextKind::Cuda, *project, {details, "variant 9", ""}, 0);
  keepOnlyDifferent(left, right);
  QCOMPARE(left.notes.size(), 1);
  QCOMPARE(left.notes[0].line, 22);
  QCOMPARE(right.notes.size(), 0);
}

void DocumentsTest::whatIsNotProvenLeavesTheCodeAlone() {
  QCOMPARE(makeDocument(TextKind::Cuda, *project, variant, 0).text, QString::fromStdString(project->sources[0].text));
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

/// Variant 8 with a patch in which its barrier's line (21) is gone, and a line was put in before line 15.
SideTexts rewrittenVariant() {
  auto details = std::make_shared<VariantDetails>(*synthetic::details(8));
  details->texts.edits[1].inSource = true;
  details->patch = SourcePatch{PatchState::Partly};
  for (const Edit& edit : details->individual.edits)
    details->patch->edits.push_back({edit.uid, edit.uid == 2 ? EditInPatch::Written : EditInPatch::Missing});
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

void DocumentsTest::aProvenPatchIsShownAsCode() {
  const DiffDocument document = makeDocument(TextKind::Cuda, *project, rewrittenVariant(), 0);
  const QStringList lines = document.text.split('\n');
  QCOMPARE(lines[14], QString("  inserted();"));
  QCOMPARE(document.sourceLine[14], -1);
  QCOMPARE(document.sourceLine.size(), lines.size());
  QMap<int, QString> notes;
  for (const LineNote& note : document.notes) notes[note.line] = note.text;
  QCOMPARE(notes.value(15), QString("the condition `tx < cols - 1` is now `tx < cols`")); // one line further down, not in the patch
  QVERIFY2(!notes.values().contains("this barrier is gone"), "the code says that");
  QVERIFY2(notes.contains(21), "its edit has a place");
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

namespace {

/// Of lines 17, 21 and 27: tests run the first, fuzz inputs the second, and nothing the third.
ProgramCoverage coverage() {
  const CoverableCode code{{{"stencil.cu", 17}, {"stencil.cu", 21}, {"stencil.cu", 27}, {"gone.cu", 3}}, {}};
  return {code, {{TestRole::Test, {{true, false, false, false}, {}}}, {TestRole::Fuzz, {{true, true, false, false}, {}}}}};
}

} // namespace

void DocumentsTest::linesThatNoTestRunsAreMarked() {
  const UnreachedLines unreached = unreachedLines(*project, coverage());
  QCOMPARE(unreached.size(), std::size_t(2));
  DiffDocument document = makeDocument(TextKind::Cuda, *project, original, 0);
  markUnreached(document, unreached);
  const auto mark = [&](int line) { return document.marks.value(line - 1, LineMark::None); };
  QVERIFY(mark(17) == LineMark::None);
  QVERIFY(mark(21) == LineMark::Ring);
  QVERIFY(mark(27) == LineMark::Dot);
  QCOMPARE(document.marks.count(LineMark::None), document.marks.size() - 2);
  QCOMPARE(document.tips.value(16), QString());
  QCOMPARE(document.tips.value(20), QString("No test runs this code. Some fuzz inputs do."));
  QCOMPARE(document.tips.value(26), QString("No test runs the GPU code that was made from this line. Workloads are not measured."));
}

void DocumentsTest::withoutCoverageNothingIsMarked() {
  QVERIFY(unreachedLines(*project, {}).empty());
  QVERIFY(unreachedLines(*project, {coverage().code, {}}).empty());
}

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::DocumentsTest)
#include "documents_test.moc"
